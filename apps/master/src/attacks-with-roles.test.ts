import { randomUUID } from 'node:crypto';
import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute, getPermissionsSummaryRoute } from '@determined/contract/identity/roles-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { config, newThings, type nothing } from './testing/permission-world.ts';

const [clusterAdmin, workspaceAdmin, viewer, editor] = [1, 2, 4, 5];
let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac', DET_LAUNCH_ERROR: 'false' } });
});
afterAll(() => cluster.stop());

const admin = () => cluster.admin;
const roleAt = (roleId: number, scopeWorkspaceId?: number) => ({
  role: { roleId },
  ...(scopeWorkspaceId === undefined ? {} : { scopeWorkspaceId }),
});
const toUser = (userId: number, roleId: number, workspaceId?: number) => ({
  userRoleAssignments: [{ userId, roleAssignment: roleAt(roleId, workspaceId) }],
});
const toGroup = (groupId: number, roleId: number, workspaceId?: number) => ({
  groupRoleAssignments: [{ groupId, roleAssignment: roleAt(roleId, workspaceId) }],
});
const give = (assignment: object) => admin().client.call(assignRolesRoute, assignment as never);
const things = () => newThings(cluster.master.db, admin().client, admin().client);
let groups = 0;
async function newGroup(...members: DevUser[]): Promise<number> {
  const body = { name: `group ${++groups}`, addUsers: members.map(({ id }) => id) };
  return (await admin().client.call(createGroupRoute, body)).group?.groupId ?? 0;
}

async function send({ token }: DevUser, method: string, path: string, body?: object): Promise<[number, string]> {
  const reply = await cluster.fetch(path, { method, token, ...(body ? { body: JSON.stringify(body) } : {}) });
  return [reply.status, await reply.text()];
}

describe('names of what is hidden', () => {
  let stranger: DevUser;
  let own: typeof nothing;
  let hidden: typeof nothing;
  beforeAll(async () => {
    stranger = await cluster.newUser();
    [own, hidden] = [await things(), await things()];
    await give(toUser(stranger.id, workspaceAdmin, own.workspace));
  });

  const post = (path: string, body: object): [string, string, object] => ['POST', `/api/v1/${path}`, body];
  const get = (path: string): [string, string] => ['GET', path];
  /** What each name is given to, beside what has ids. */
  const calls: [
    what: string,
    hiddenName: (world: typeof nothing) => string,
    ask: (name: string) => [string, string, object?],
  ][] = [
    ['a workspace in a list', (w) => w.workspaceName, (name) => get(`/api/v1/workspaces?name=${name}`)],
    ['a template', (w) => w.template, (name) => get(`/api/v1/templates/${name}`)],
    ['a template in a list', (w) => w.template, (name) => get(`/api/v1/templates?name=${name}`)],
    ['a template to be deleted', (w) => w.template, (name) => ['DELETE', `/api/v1/templates/${name}`]],
    ['a template to be changed', (w) => w.template, (name) => ['PATCH', `/api/v1/templates/${name}`, {}]],
    ['a project by its key', (w) => w.projectKey, (name) => get(`/api/v1/projects/key/${name}`)],
    ['a checkpoint', (w) => w.checkpoint, (name) => get(`/api/v1/checkpoints/${name}`)],
    ['a task', (w) => w.task, (name) => get(`/api/v1/tasks/${name}`)],
    ['anything that is looked for', (w) => w.workspaceName, (name) => get(`/api/ext/v1/find?text=${name}`)],
    [
      'workspace and project of a configuration',
      (w) => w.workspaceName,
      (name) => post('experiments', { config: `${config}workspace: ${name}\nproject: P\n`, validateOnly: true }),
    ],
    [
      'the template of an experiment',
      (w) => w.template,
      (name) => post('experiments', { config, projectId: own.project, template: name, validateOnly: true }),
    ],
  ];
  test.each(calls)('%s: the same answer as where there is none', async (_what, hiddenName, ask) => {
    const name = hiddenName(hidden);
    // Of the same form: a letter or digit is another one.
    const unknown = /^[0-9a-f-]{36}$/.test(name) ? randomUUID() : name.replace(/[0-9a-zA-Z]{5}$/, 'QQQQQ');
    const answers = [];
    for (const one of [name, unknown]) {
      const [method, path, body] = ask(one);
      const [status, text] = await send(stranger, method, path, body);
      answers.push([status, text.replaceAll(one, 'NAME')]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBeLessThan(500);
    // Who sees it is answered otherwise.
    const [method, path, body] = ask(name);
    if (method === 'GET') expect(await send(admin(), method, path, body)).not.toEqual(answers[0]);
  });
});

describe('who has a role on one workspace', () => {
  test('has no way from there to more, by himself, a group or another', async () => {
    const [home, other] = [await things(), await things()];
    const [giver, friend] = [await cluster.newUser(), await cluster.newUser()];
    const own = await newGroup(giver, friend);
    const admins = await newGroup();
    await give(toGroup(own, workspaceAdmin, home.workspace));
    await give(toGroup(admins, clusterAdmin));
    const ways: [string, string, object?][] = [
      ['POST', '/api/v1/roles/add-assignments', toUser(giver.id, viewer)],
      ['POST', '/api/v1/roles/add-assignments', toUser(giver.id, clusterAdmin)],
      ['POST', '/api/v1/roles/add-assignments', toGroup(own, workspaceAdmin)],
      ['POST', '/api/v1/roles/add-assignments', toGroup(own, viewer, other.workspace)],
      ['POST', '/api/v1/roles/add-assignments', toUser(friend.id, editor, other.workspace)],
      ['POST', '/api/v1/roles/remove-assignments', toGroup(admins, clusterAdmin)],
      [
        'POST',
        '/api/v1/roles/add-assignments',
        { ...toUser(friend.id, viewer, home.workspace), ...toGroup(own, workspaceAdmin, other.workspace) },
      ],
      ['PUT', `/api/v1/groups/${admins}`, { addUsers: [giver.id] }],
      ['PUT', `/api/v1/groups/${own}`, { addUsers: [giver.id], name: 'x' }],
      ['POST', '/api/v1/groups', { name: 'y', addUsers: [giver.id] }],
      ['DELETE', `/api/v1/groups/${admins}`],
      ['PATCH', '/api/v1/users/assignments', { userIds: [giver.id], addGroups: [admins], removeGroups: [] }],
      ['PATCH', `/api/v1/users/${giver.id}`, { admin: true }],
      ['PATCH', `/api/v1/users/${friend.id}`, { password: 'Taken-0ver' }],
      ['POST', '/api/v1/tokens', { userId: 1 }],
      ['POST', `/api/v1/projects/${other.project}/move`, { destinationWorkspaceId: home.workspace }],
      ['POST', `/api/v1/projects/${home.project}/move`, { destinationWorkspaceId: other.workspace }],
      ['POST', `/api/v1/experiments/${other.experiment}/move`, { destinationProjectId: home.project }],
      ['POST', `/api/v1/experiments/${home.experiment}/move`, { destinationProjectId: other.project }],
      [
        'PATCH',
        '/api/v1/master/config',
        { config: { log: { level: 'LOG_LEVEL_DEBUG' } }, fieldMask: { paths: ['log.level'] } },
      ],
    ];
    const held = (who: DevUser) => who.client.call(getPermissionsSummaryRoute, {});
    const before = [await held(giver), await held(friend)];
    const passed: unknown[] = [];
    for (const [method, path, body] of ways) {
      const [status, text] = await send(giver, method, path, body);
      if (status !== 403 && status !== 404) passed.push([method, path, body, status, text]);
    }
    expect(passed).toEqual([]);
    await cluster.heard();
    expect([await held(giver), await held(friend)]).toEqual(before);
    // What is his to give he gives.
    expect(
      (await send(giver, 'POST', '/api/v1/roles/add-assignments', toUser(friend.id, editor, home.workspace)))[0],
    ).toBe(200);
  });
});
