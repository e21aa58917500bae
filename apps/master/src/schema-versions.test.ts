import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { knownMigrations, migrate, migrationsFolder } from './platform/db/migrate.ts';

let cluster: DevCluster;
let newer: string;
const logged: string[] = [];
beforeEach(async () => {
  logged.length = 0;
  cluster = await startDevCluster({ onLog: (line) => logged.push(line) });
  newer = mkdtempSync(join(tmpdir(), 'determined-newer-'));
  cpSync(migrationsFolder, newer, { recursive: true });
  writeFileSync(join(newer, '9999-later.sql'), 'create table later (n int)');
});
afterEach(async () => {
  await cluster.stop();
  rmSync(newer, { recursive: true });
});

const tables = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from pg_tables where tablename = 'later'`.execute(
      cluster.master.db,
    )
  ).rows[0]?.n;

/** As a master of a later version does at its start, on a connection of its own. */
async function migrateFurther(): Promise<string[]> {
  const { pool, close } = await cluster.connect();
  return migrate(pool, newer).finally(close);
}

test('a schema is not changed under masters that do not know the change; it says who they are and what they know', async () => {
  const second = await cluster.join();
  const refusal = await migrateFurther().catch((error: Error) => error.message);
  const last = knownMigrations.at(-1)?.slice(0, 4);
  expect(refusal).toMatch(
    new RegExp(
      `brought to 9999-later.sql, and servers of an older version work with it: determined-master \\(schema ${last}\\)`,
    ),
  );
  expect(await tables()).toBe(0);
  await second.stop();
  await expect(migrateFurther()).rejects.toThrow(/Stop them all/);
  expect((await cluster.admin.client.call(postWorkspaceRoute, { name: 'goes on' })).workspace?.name).toBe('goes on');
});

test('masters of one version share a database, and each connection of theirs holds on to its version', async () => {
  const second = await cluster.join();
  await second.now.master.db.selectFrom('users').select('id').execute();
  const sessions = async () => {
    const { rows } = await sql<{ name: string; held: boolean }>`
      select application_name as name, exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'
        and l.objid = 7403252 and l.mode = 'ShareLock' and l.granted) as held
      from pg_stat_activity a where datname = current_database()`.execute(cluster.master.db);
    return rows;
  };
  expect((await sessions()).length).toBeGreaterThan(4);
  // One that was made just now has not been used yet.
  const without = async () =>
    (await sessions()).filter(({ held, name }) => !held || !/^determined-master \(schema \d{4}\)$/.test(name));
  await expect.poll(without).toEqual([]);
});

test('a master that was overtaken while it was cut off writes nothing more and ends itself, in words', async () => {
  const { client } = cluster.admin;
  const { pool, close } = await cluster.connect();
  // All of its connections break, and before it comes back a later version has the database.
  await eventually('nobody is between', async () => {
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    return migrate(pool, newer).catch(() => undefined);
  });
  const before = await pool.query('select count(*) from workspaces');
  const refused = await client.call(postWorkspaceRoute, { name: 'too late' }).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(Error);
  await eventually('it ends', async () => cluster.master.stopping.aborted || undefined);
  expect((await pool.query('select count(*) from workspaces')).rows).toEqual(before.rows);
  expect(logged.join('')).toMatch(/made by a newer version: it has 9999-later.sql, this one knows up to \d{4}/);
  await eventually('nobody answers', () =>
    client.call(getMasterRoute, {}).then(
      () => undefined,
      () => true,
    ),
  );
  await close();
  await expect(cluster.join()).rejects.toThrow(/made by a newer version: it has 9999-later.sql/);
});
