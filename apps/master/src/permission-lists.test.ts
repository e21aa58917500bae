import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { postModelRoute } from '@determined/contract/registry/models-routes.ts';
import { createGenericTaskRoute } from '@determined/contract/tasks/generic-tasks-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built, requestOf, rpcOf } from './testing/permission-requests.ts';
import { genericConfig, nothing, type World } from './testing/permission-world.ts';
import { RolesWorld } from './testing/roles-world.ts';
import vectors from './vectors/permissions-with-roles.json' with { type: 'json' };

// How many entries of each list everybody was measured to get with roles in force, over the things that were there then:
// workspaces 1, A, A2 and B with a project each, and in 1, A and B experiments, templates and work.

/** Where this world has another number of things than the measured one, for it has no interactive work. */
const otherNumbers: Record<string, Record<number, number>> = {
  // Of A two trials and, seen here with a role on its workspace alone as well, a generic task.
  GetTasks: { 6: 3, 15: 7 },
  'GET /tasks': { 6: 3, 15: 7 },
  GetJobs: { 6: 3, 13: 7 },
  GetJobsV2: { 15: 7 },
  'GetJobsV2 [in full]': { 6: 3, 13: 7 },
};
/** Who is told of fewer than there, on purpose. */
const decided: Record<string, Record<string, number>> = {
  // Decision 85: who gives roles on some workspaces learns of others only the assignments on these.
  'GetRolesAssignedToUser [of the actor C:Viewer]': { 'A:WorkspaceAdmin': 0 },
};
const lists = vectors.lists.filter(({ call }) => call.startsWith('GET /') || built.has(rpcOf(call)));

let cluster: DevCluster;
let roles: RolesWorld;
const worlds: Record<string, Omit<World, 'actor'>> = {};
const folder = mkdtempSync(join(tmpdir(), 'determined-lists-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  const authz = '{type: rbac, workspace_creator_assign_role: {enabled: false}}';
  writeFileSync(
    file,
    `launch_error: false\nresource_pools: [{pool_name: default}, {pool_name: extra}]\nsecurity: {authz: ${authz}}\n`,
  );
  cluster = await startDevCluster({ env: { DET_CONFIG_FILE: file } });
  roles = new RolesWorld(cluster);
  await roles.start(vectors.actors);
  await makeThings();
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function makeThings(): Promise<void> {
  const { client } = cluster.admin;
  const other = await cluster.newUser();
  await cluster.newUser();
  const { group } = await client.call(createGroupRoute, { name: 'of others', addUsers: [other.id] });
  const common = {
    ...nothing,
    other,
    group: group?.groupId ?? 0,
    actorsGroup: roles.groupOf('group:Editor@A'),
    viewer: roles.userOf('C:Viewer').id,
    member: other.id,
  };
  worlds.list = common;
  for (const name of ['A', 'A2', 'B']) {
    const workspace = (await client.call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
    const project = (await client.call(postProjectRoute, { workspaceId: workspace, name })).project?.id ?? 0;
    worlds[name] = { ...common, workspace, workspaceName: name, project, projectName: name };
    if (name !== 'B') await roles.giveOn(workspace);
  }
  for (const [target, managed, templates] of [
    ['A', 2, 2],
    ['B', 2, 2],
    ['list', 1, 1],
  ] as const) {
    const { project, workspace } = worlds[target] ?? common;
    const config = `name: x\nlabels: [in-${target}]\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n`;
    for (let n = 0; n < managed; n += 1) {
      await client.call(createExperimentRoute, { config, projectId: project, activate: true });
    }
    for (let n = 0; n < templates; n += 1) {
      await client.call(postTemplateRoute, { template: { name: `${target} ${n}`, workspaceId: workspace } });
    }
    await client.call(postModelRoute, { name: `model ${target}`, labels: [target], workspaceId: workspace });
    if (target === 'list') continue;
    const { experiment } = await client.call(createExperimentRoute, { config, projectId: project, unmanaged: true });
    await client.call(createTrialRoute, { experimentId: experiment?.id ?? 0, unmanaged: true });
    const own = { config: genericConfig, projectId: project, contextDirectory: [] };
    await client.call(createGenericTaskRoute, own);
  }
  for (const { id: userId } of [other, ...Object.values(roles.users)]) {
    await cluster.fetch('/api/v1/tokens', {
      method: 'POST',
      token: cluster.admin.token,
      body: JSON.stringify({ userId }),
    });
  }
  for (const actor of Object.keys(roles.users)) {
    for (const target of ['A', 'B']) await ask('PostUserActivity [project]', target, actor);
  }
}

async function ask(call: string, target: string, actor: string): Promise<Response> {
  const user = roles.userOf(actor);
  const { method, path, body } = await requestOf(call, { ...(worlds[target] ?? nothing), actor: user } as World, () => {
    throw new Error(`${call} names no token`);
  });
  const given = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) };
  return cluster.fetch(path, { method, ...given, token: user.token });
}

/** The entries of a reply's list. */
function entriesOf(call: string, reply: Record<string, unknown>): unknown[] {
  if (call.startsWith('GET /')) return Object.keys(reply);
  if (call.startsWith('GetGroupsAndUsers')) return reply.usersAssignedDirectly as unknown[];
  if (call === 'GetTasks') return Object.keys(reply.allocationIdToSummary ?? {});
  const list = Object.values(reply).find((value) => Array.isArray(value)) ?? [];
  return call.endsWith('[in full]') ? list.filter((job) => job.full) : list;
}

describe('what lists show with roles in force, as measured', () => {
  test.each(lists.map((row) => [`${row.call} on ${row.target}`, row] as const))('%s', async (_name, row) => {
    const { call, target, counts } = row;
    const expected: Record<string, number | null> = {};
    const found: Record<string, number | null | string> = {};
    for (const [at, actor] of vectors.actors.entries()) {
      if (actor === 'nobody') continue;
      // Do not copy: the models' list refused to who may see none.
      const count = counts[at] ?? (call.startsWith('GetModels') ? 0 : null);
      expected[actor] = decided[call]?.[actor] ?? (count === null ? null : (otherNumbers[call]?.[count] ?? count));
      const reply = await ask(call, target, actor);
      if (reply.ok) found[actor] = entriesOf(call, (await reply.json()) as Record<string, unknown>).length;
      else found[actor] = reply.status === 403 || reply.status === 404 ? null : `${reply.status} ${await reply.text()}`;
    }
    expect(found).toEqual(expected);
  });

  test('all that are built have been played', () => {
    expect(vectors.lists).toHaveLength(68);
    expect(lists.length).toBeGreaterThanOrEqual(45);
  });
});
