import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from './connect.ts';
import type { Tx } from './database.ts';
import { DatabaseStartError } from './embedded/database-start-error.ts';
import { migrate } from './migrate.ts';
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { afterCommit, inTransaction, rootOf } from './transaction.ts';

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await startTestDatabase();
  connection = await database.connect();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const count = async (tx: DatabaseConnection['db'], table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx)).rows[0]?.n;

test('values come as the wire has them: ISO times in UTC, 64-bit and exact numbers as numbers', async () => {
  const { rows } = await connection.pool.query(
    `select '2026-01-01 01:00:00.12+01'::timestamptz as time, array['2026-01-01 00:00:00Z'::timestamptz, null] as times, null::timestamptz as none,
            9007199254740991::int8 as big, array[1, 2]::int8[] as bigs, 1.5::numeric as exact, 'NaN'::float8 as nan, '2026-01-31'::date as day`,
  );
  expect(rows[0]).toEqual({
    time: '2026-01-01T00:00:00.120000Z',
    times: ['2026-01-01T00:00:00.000000Z', null],
    none: null,
    big: 9007199254740991,
    bigs: [1, 2],
    exact: 1.5,
    nan: Number.NaN,
    day: '2026-01-31',
  });
});

test('the template is migrated, and databases do not see each other', async () => {
  const other = await startTestDatabase();
  const there = await other.connect();
  await connection.pool.query('create table only_here (n int)');
  expect((await there.pool.query(`select to_regclass('schema_migrations') is not null as migrated`)).rows).toEqual([
    { migrated: true },
  ]);
  expect((await there.pool.query(`select to_regclass('only_here') as found`)).rows).toEqual([{ found: null }]);
  await there.close();
  await other.drop();
});

test('a server that is not there is one clear message without the password', async () => {
  const refused = connectDatabase('postgres://me:hidden@127.0.0.1:1/none');
  await expect(refused).rejects.toThrow(/cannot be reached.*DATABASE_URL/);
  await expect(refused).rejects.not.toThrow(/hidden/);
});

test('a rolled back transaction leaves nothing, effects included', async () => {
  await connection.pool.query('create table plain (n int)');
  const effects: string[] = [];
  const failed = inTransaction(connection.db, async (tx) => {
    await sql`insert into plain values (1)`.execute(tx);
    afterCommit(tx, () => effects.push('never'));
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect([await count(connection.db, 'plain'), effects]).toEqual([0, []]);
});

test('effects run after the commit, in order; a nested call joins the open transaction', async () => {
  await connection.pool.query('create table outer_rows (n int)');
  const effects: string[] = [];
  await inTransaction(connection.db, async (tx) => {
    expect(rootOf(tx)).toBe(connection.db);
    afterCommit(tx, () => effects.push('first'));
    await inTransaction(tx, async (same: Tx) => {
      expect(same).toBe(tx);
      await sql`insert into outer_rows values (1)`.execute(same);
      afterCommit(same, () => effects.push('second'));
    });
    expect([await count(connection.db, 'outer_rows'), effects]).toEqual([0, []]);
  });
  expect([await count(connection.db, 'outer_rows'), effects]).toEqual([1, ['first', 'second']]);
});

test('of two transactions in a deadlock both end well: the refused one is run again', async () => {
  await connection.pool.query('create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)');
  let bothInside = 0;
  const meet = Promise.withResolvers<void>();
  let runs = 0;
  const raise = (first: number, second: number) =>
    inTransaction(connection.db, async (tx) => {
      runs++;
      await sql`update pair set n = n + 1 where id = ${first}`.execute(tx);
      if (++bothInside === 2) meet.resolve();
      await meet.promise;
      await sql`update pair set n = n + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([raise(1, 2), raise(2, 1)]);
  expect((await connection.pool.query('select n from pair order by id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  expect(runs).toBe(3);
});

test('migrations are applied once and in order, also by several masters at a time; a bad one leaves nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'determined-migrations-'));
  const other = await startTestDatabase();
  const one = await other.connect();
  try {
    await one.pool.query('drop schema public cascade; create schema public');
    writeFileSync(join(folder, '0001-first.sql'), 'create table a (n int); insert into a values (1);');
    writeFileSync(join(folder, '0002-second.sql'), 'insert into a values (2);');
    const results = await Promise.all([1, 2, 3].map(() => migrate(one.pool, folder)));
    expect(results.flat()).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await count(one.db, 'a')).toBe(2);

    writeFileSync(join(folder, '0003-bad.sql'), 'insert into a values (3); insert into missing values (1);');
    await expect(migrate(one.pool, folder)).rejects.toThrow(
      /^The database cannot be prepared: 0003-bad.sql failed: .*missing/,
    );
    expect(await count(one.db, 'a')).toBe(2);

    writeFileSync(join(folder, '0003-bad.sql'), 'insert into a values (3);');
    expect(await migrate(one.pool, folder)).toEqual(['0003-bad.sql']);
    writeFileSync(join(folder, '0003-bad.sql'), 'insert into a values (4);');
    await expect(migrate(one.pool, folder)).rejects.toThrow(/0003-bad.sql is not what was applied/);
    rmSync(join(folder, '0003-bad.sql'));
    await expect(migrate(one.pool, folder)).rejects.toThrow(
      /newer version: it has 0003-bad.sql, this one knows up to 0002-second.sql/,
    );
  } finally {
    await one.close();
    await other.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  ['a user who may not look for tables', '', 'no schema has been selected to create in'],
  ['a user who may not make tables', 'grant usage on schema public to visitor', 'permission denied for schema public'],
  [
    'a database that only reads',
    'grant all on schema public to visitor; alter role visitor set default_transaction_read_only = on',
    'cannot execute CREATE TABLE in a read-only transaction',
  ],
])('%s is one clear message', async (_what, rights, message) => {
  const other = await startTestDatabase();
  const owner = await other.connect();
  // Roles are the whole server's.
  const role = `visitor_${randomUUID().replaceAll('-', '')}`;
  await owner.pool.query(`drop schema public cascade; create schema public; create role ${role} login`);
  await owner.pool.query(rights.replaceAll('visitor', role));
  const visitor = await connectDatabase({ ...other.target, user: role });
  try {
    const refused: unknown = await migrate(visitor.pool).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseStartError);
    expect(String(refused)).toContain(`cannot be prepared: ${message}. Its user has to be allowed to make tables`);
  } finally {
    await visitor.close();
    await owner.pool.query(`drop owned by ${role}; drop role ${role}`);
    await owner.close();
    await other.drop();
  }
});

test('what is asked often is prepared, once a session and with the same answers; what is asked seldom is not', async () => {
  const { db } = connection;
  const preparedIn = async (tx: Tx) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
    return rows.map(({ statement }) => statement).filter((text) => /often|seldom|refused|a list/.test(text));
  };
  const often = (tx: Tx, n: number) =>
    sql<{ often: number }>`select ${n}::int + 1 as often`.execute(tx).then(({ rows }) => rows[0]?.often);
  const found = await inTransaction(db, async (tx) => {
    const answers: unknown[] = [];
    for (let n = 0; n < 30; n++) answers.push(await often(tx, n));
    for (let n = 0; n < 5; n++) await sql`select ${n}::int as seldom`.execute(tx);
    const list = sql.join(Array.from({ length: 2_000 }, (_, n) => sql`${n}::int`));
    for (let n = 0; n < 12; n++) await sql`select 'a list' where 1 in (${list})`.execute(tx);
    return { answers, prepared: await preparedIn(tx) };
  });
  expect(found.answers).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  expect(found.prepared).toEqual(['select $1::int + 1 as often']);

  const refused: unknown[] = [];
  for (let n = 0; n < 15; n++) {
    await sql`select ${n}::int / 0 as refused`.execute(db).catch((error: Error) => refused.push(error.message));
  }
  expect(new Set(refused)).toEqual(new Set(['division by zero']));
  expect(await inTransaction(db, (tx) => often(tx, 41))).toBe(42);
});

test('statements of ever other texts take no more than their places, and all are answered', async () => {
  const own = await database.connect();
  const rounds = 12;
  const texts = 300;
  let right = 0;
  await inTransaction(own.db, async (tx) => {
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < texts; n++) {
        const { rows } = await sql<{ n: number }>`select ${round}::int as n, ${sql.lit(n)} as text`.execute(tx);
        if (rows[0]?.n === round) right += 1;
      }
    }
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(tx);
    expect([right, rows[0]?.count]).toEqual([rounds * texts, 250]);
  });
  await own.close();
});
