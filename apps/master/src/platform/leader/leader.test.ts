import { Writable } from 'node:stream';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseConnection } from '../db/connect.ts';
import { startTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { createLog, RecentLog } from '../log.ts';
import { Leader, LeadershipLost } from './leader.ts';

let database: TestDatabase;
let connection: DatabaseConnection;
const ended = new AbortController();
const candidates: Leader[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  connection = await database.connect();
});
afterAll(async () => {
  ended.abort();
  for (const one of candidates) await one.release();
  await connection.close();
  await database.drop();
});

function candidate(connect = clientOf): Leader {
  const sink = new Writable({ write: (_line, _encoding, done) => done() });
  const leader = new Leader(connection.db, connect, createLog({ level: 'warn', recent: new RecentLog(), sink }));
  candidates.push(leader);
  return leader;
}

async function clientOf(): Promise<pg.Client> {
  const client = new pg.Client({ ...database.target, application_name: 'leader' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('one leads at a time; who is cut off writes nothing any more, also if he does not know it yet', async () => {
  const [first, second] = [candidate(), candidate()];
  let lost = 0;
  expect(await first.lead(ended.signal, () => lost++)).toBe(true);
  const waiting = second.lead(ended.signal, () => {});
  expect(await first.transaction(async () => 'written')).toBe('written');
  expect(second.leading).toBe(false);
  await expect(second.transaction(async () => 'written')).rejects.toThrow(LeadershipLost);

  // As a leader that stood still while its connection ended: it thinks that it leads.
  const paused = candidate();
  Object.assign(paused, { epoch: Reflect.get(first, 'epoch') });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'leader' and datname = current_database()`.execute(connection.db);
  expect(await waiting).toBe(true);
  await eventually('the first knows', () => lost === 1);
  expect(first.leading).toBe(false);
  await expect(paused.transaction(async () => 'written')).rejects.toThrow(LeadershipLost);
  expect(await second.transaction(async () => 'written')).toBe('written');
  await second.release();
});

test('an attempt that fails half-way does not keep the lock', async () => {
  await sql`alter table leader_epoch rename to hidden`.execute(connection.db);
  let attempts = 0;
  const leader = candidate(() => {
    attempts++;
    return clientOf();
  });
  const leading = leader.lead(ended.signal, () => {});
  await eventually('it has failed', () => attempts > 1);
  await sql`alter table hidden rename to leader_epoch`.execute(connection.db);
  expect(await leading).toBe(true);
  await leader.release();
});

test('who stops waiting for the lead is not kept', async () => {
  const leader = candidate();
  expect(await leader.lead(ended.signal, () => {})).toBe(true);
  const stopping = new AbortController();
  const waiting = candidate().lead(stopping.signal, () => {});
  stopping.abort();
  expect(await waiting).toBe(false);
});
