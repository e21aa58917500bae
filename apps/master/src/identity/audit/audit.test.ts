import {
  deleteClusterMessageRoute,
  patchMasterConfigRoute,
  setClusterMessageRoute,
} from '@determined/contract/cluster/master-info-routes.ts';
import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { patchAccessTokenRoute, postAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { patchUserRoute, postUserRoute, setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import { putGlobalConfigPoliciesRoute } from '@determined/contract/organisation/config-policies-routes.ts';
import {
  deleteProjectRoute,
  patchProjectRoute,
  postProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import { deleteTemplateRoute, postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import {
  archiveWorkspaceRoute,
  deleteWorkspaceRoute,
  patchWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  deleteExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_LAUNCH_ERROR: 'false' } });
});
afterAll(() => cluster.stop());

const list = (query: Record<string, unknown> = {}) =>
  cluster.admin.client.call(getAuditEntriesRoute, { query } as never);
const newest = async () => (await list({ limit: 1 })).entries[0]?.id ?? 0;
/** What was written down since, oldest first, as `action kind name`. */
async function since(id: number) {
  const { entries } = await list({ limit: 500 });
  return entries.filter((entry) => entry.id > id).toReversed();
}
const short = (entries: Awaited<ReturnType<typeof since>>) =>
  entries.map(({ action, kind, thingName }) => `${action} ${kind} ${thingName}`.trim());

test('who signs in, is refused and signs out is written down, an unknown name not', async () => {
  const { username } = await cluster.newUser();
  const before = await newest();
  const { token } = await cluster.signIn(username, devPassword);
  const login = (name: string) =>
    cluster.fetch('/api/v1/auth/login', {
      method: 'POST',
      body: JSON.stringify({ username: name, password: 'wrong' }),
    });
  await login(username);
  await login('my-Passw0rd-by-mistake');
  await cluster.fetch('/api/v1/auth/logout', { method: 'POST', token });
  const entries = await since(before);
  expect(short(entries)).toEqual([
    `sign in session ${username}`,
    `refuse sign-in user ${username}`,
    'refuse sign-in user',
    `sign out session ${username}`,
  ]);
  expect(entries.map(({ user, by }) => [user?.username ?? null, by])).toEqual([
    [username, 'user'],
    [null, 'nobody'],
    [null, 'nobody'],
    [username, 'user'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('by-mistake');
  expect(entries[0]?.address).toMatch(/127\.0\.0\.1/);
  expect(entries[0]?.requestId).not.toBe('');
});

test('changes of accounts say what was and what is, and no secret', async () => {
  const { client } = cluster.admin;
  const before = await newest();
  const { user } = await client.call(postUserRoute, { user: { username: 'ada', active: true }, password: devPassword });
  const id = user?.id ?? 0;
  await client.call(patchUserRoute, { userId: id, user: { displayName: 'Ada L', admin: true } });
  await client.call(setUserPasswordRoute, { userId: id, password: 'An0ther-one' });
  const { tokenId = 0 } = await client.call(postAccessTokenRoute, { userId: id, description: 'ci' });
  await client.call(patchAccessTokenRoute, { tokenId, setRevoked: true });
  const entries = await since(before);
  expect(short(entries)).toEqual([
    'create user ada',
    'change user ada',
    'change user ada',
    'create token ci',
    'revoke token ci',
  ]);
  const [made, changed, password] = entries;
  expect(made).toMatchObject({ user: { id: 1, username: 'admin' }, by: 'user', thingId: String(id) });
  expect(changed?.before).toEqual({ display_name: '', admin: false });
  expect(changed?.after).toEqual({ display_name: 'Ada L', admin: true });
  expect([password?.before, password?.after]).toEqual([{ password_hash: '********' }, { password_hash: '********' }]);
  expect(JSON.stringify(entries)).not.toMatch(/scrypt|An0ther/);
});

test('changes of places, policies, templates and the cluster, and deletes, are written down', async () => {
  const { client } = cluster.admin;
  const before = await newest();
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Lab' });
  const id = workspace?.id ?? 0;
  await client.call(patchWorkspaceRoute, {
    id,
    workspace: { name: 'Lab 2', checkpointStorageConfig: { type: 's3', bucket: 'b', secret_key: 'hush' } },
  } as never);
  await client.call(archiveWorkspaceRoute, { id });
  await cluster.fetch(`/api/v1/workspaces/${id}/unarchive`, { method: 'POST', token: cluster.admin.token });
  const { project } = await client.call(postProjectRoute, { workspaceId: id, name: 'P' });
  await client.call(patchProjectRoute, { id: project?.id ?? 0, project: { description: 'new' } } as never);
  const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';
  const { experiment } = await client.call(createExperimentRoute, { config, projectId: project?.id ?? 0 });
  const experimentId = experiment?.id ?? 0;
  await client.call(killExperimentRoute, { id: experimentId });
  await client.call(deleteExperimentRoute, { experimentId });
  await client.call(deleteProjectRoute, { id: project?.id ?? 0 });
  await client.call(deleteWorkspaceRoute, { id });
  await client.call(postTemplateRoute, { template: { name: 'T', config: {}, workspaceId: 1 } });
  await client.call(deleteTemplateRoute, { templateName: 'T' });
  const policies = 'invariant_config: {description: all}';
  await client.call(putGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT', configPolicies: policies });
  await client.call(setClusterMessageRoute, { message: 'Tea' });
  await client.call(deleteClusterMessageRoute, {});
  const log = { config: { log: { level: 'LOG_LEVEL_WARNING' } }, fieldMask: { paths: ['log.level'] } };
  await client.call(patchMasterConfigRoute, log as never);
  const entries = await since(before);
  expect(short(entries)).toEqual([
    'create workspace Lab',
    'assign role WorkspaceAdmin',
    'change workspace Lab 2',
    'change workspace Lab 2',
    'change workspace Lab 2',
    'create project P',
    'change project P',
    'delete experiment',
    'delete project P',
    'delete workspace Lab 2',
    'create template T',
    'delete template T',
    'change configPolicy EXPERIMENT',
    'create clusterMessage',
    'delete clusterMessage',
    'change masterConfig log',
  ]);
  expect(entries[2]?.after).toEqual({ name: 'Lab 2', checkpoint_storage: '********' });
  expect(entries[7]?.thingId).toBe(String(experimentId));
  expect(JSON.stringify(entries)).not.toContain('hush');
});

test('what is undone is not written down', async () => {
  const before = await newest();
  // The name is refused by the database, after the entry.
  const body = JSON.stringify({ username: 'admin2' });
  const rename = () => cluster.fetch('/api/v1/users/2', { method: 'PATCH', token: cluster.admin.token, body });
  await cluster.admin.client.call(postUserRoute, { user: { username: 'admin2' } });
  expect((await rename()).status).toBe(409);
  expect(short(await since(before))).toEqual(['create user admin2']);
});

test('it is filtered, read page by page, and exported whole as CSV and as lines of JSON', async () => {
  const { client, token } = cluster.admin;
  const { user } = await client.call(postUserRoute, { user: { username: '=cmd,"x"' } });
  const all = (await list({ limit: 500 })).entries;
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, before: first.next });
  expect([...first.entries, ...second.entries]).toEqual(all.slice(0, 4));
  const mine = await list({ kind: 'user', action: 'create', thingId: String(user?.id), userId: 1, from: all[0]?.at });
  expect(mine.entries).toEqual(all.slice(0, 1));
  expect((await list({ to: '2000-01-01T00:00:00Z' })).entries).toEqual([]);
  const lines = await cluster.fetch('/api/ext/v1/audit/export?format=jsonl', { token });
  expect(lines.headers.get('content-type')).toMatch(/^application\/jsonl/);
  const told = (await lines.text()).trimEnd().split('\n');
  expect(told.map((line) => JSON.parse(line))).toEqual(all.toReversed());
  const csv = await cluster.fetch('/api/ext/v1/audit/export?kind=user&action=create', { token });
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
  const rows = (await csv.text()).split('\r\n');
  expect(rows[0]).toMatch(/^id,at,user_id,username,by,action,kind,thing_id,thing_name,before,after,/);
  // A name that a spreadsheet would run.
  expect(rows.at(-2)).toContain(`,"'=cmd,""x""",`);
  const wrong = await cluster.fetch('/api/ext/v1/audit/export?format=xml', { token });
  expect(wrong.status).toBe(400);
});

test('only administrators read it, and nobody changes it', async () => {
  const { token } = await cluster.newUser();
  for (const path of ['/api/ext/v1/audit', '/api/ext/v1/audit/export']) {
    expect((await cluster.fetch(path, { token })).status).toBe(403);
  }
  const { db } = cluster.master;
  for (const statement of [sql`update audit_entries set username = 'x'`, sql`delete from audit_entries`]) {
    await expect(statement.execute(db)).rejects.toThrow('neither changed nor deleted');
  }
});
