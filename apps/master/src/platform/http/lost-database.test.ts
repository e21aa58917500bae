import type { CallError } from '@determined/contract/client.ts';
import { patchWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTransient } from '#platform/db/connect.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

test('a call whose connection to the database is lost on the way is told to try again, and nothing of it is kept', async () => {
  const { client } = cluster.admin;
  const id = (await client.call(postWorkspaceRoute, { name: 'before' })).workspace?.id ?? 0;
  const { db } = cluster.master;
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await tx.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate().execute();
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const refused = client
    .call(patchWorkspaceRoute, { id, workspace: { name: 'after' } })
    .catch((error: unknown) => error);
  await eventually('the call waits for the row', async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0 ? rows : undefined;
  });
  expect(await refused).toMatchObject({
    code: 'Unavailable',
    status: 503,
    message: expect.stringContaining('try again'),
  });
  // Without it a training would give up at once.
  expect(((await refused) as CallError).response.headers.get('retry-after')).toBe('10');
  release.resolve();
  await holding;
  const { workspace } = await client.call(patchWorkspaceRoute, { id, workspace: {} });
  expect(workspace?.name).toBe('before');
});

test('what is lost on the way to the database is told from what a file lacks', () => {
  const failure = (more: object) => Object.assign(new Error('no'), more);
  expect(isTransient(failure({ code: 'ENOENT', syscall: 'connect' }))).toBe(true);
  // How several addresses of one name fail together.
  expect(isTransient(failure({ code: 'ECONNREFUSED' }))).toBe(true);
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isTransient(failure({ code: 'ENOENT', syscall: 'open' }))).toBe(false);
  expect(isTransient(failure({ code: '23505' }))).toBe(false);
});
