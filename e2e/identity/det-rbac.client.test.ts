import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DetClient } from '../support/det-client.ts';

// Every `det rbac …` in each of its forms, with roles in force.

let cluster: DevCluster;
let user: DevUser;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
  user = await cluster.newUser();
  det = new DetClient(cluster.address);
  await cluster.admin.client.call(createGroupRoute, { name: 'Readers', addUsers: [user.id] });
  await cluster.admin.client.call(postWorkspaceRoute, { name: 'Speech' });
});
afterAll(() => cluster.stop());

type Case = readonly [command: string, prints: RegExp];

async function succeed(client: DetClient, ...cases: readonly Case[]): Promise<void> {
  const finished = await client.runAll(cases.map(([command]) => command.split(' ')));
  expect(
    finished.flatMap(({ code, stdout, stderr }, i) => {
      const [command, prints] = cases[i] ?? [];
      return code === 0 && prints?.test(stdout + stderr) ? [] : [{ command, code, stdout, stderr }];
    }),
  ).toEqual([]);
}

test('roles are listed, described, given and taken', async () => {
  const { username, id } = user;
  await succeed(
    det,
    ['rbac list-roles', /role 'WorkspaceCreator' with ID 3 with permissions[\s\S]*create workspace/],
    [
      'rbac list-roles --exclude-global-roles --pages 1 --limit 2 --offset 1',
      /^role 'EditorProjectRestricted'(?![\s\S]*ClusterAdmin)/,
    ],
    ['rbac list-roles --json', /"scopeTypeMask"/],
    ['rbac', /role 'Viewer' with ID 4/],
    [
      `rbac assign-role Editor -u ${username} -w Speech`,
      new RegExp(`assigned role 'Editor' with ID 5 to user '${username}' with ID ${id} to workspace Speech`),
    ],
    [
      'rbac assign-role Viewer --group-name-to-assign Readers --workspace-name Speech',
      /assigned role 'Viewer' with ID 4 to group 'Readers' with ID \d+ to workspace Speech/,
    ],
    [`rbac assign-role ModelRegistryViewer --username-to-assign ${username}`, /globally/],
    ['rbac assign-role TokenCreator -g Readers', /to group 'Readers' with ID \d+ globally/],
    [`rbac list-users-roles ${username}`, /Editor +\| +5 \| True[\s\S]*Speech/],
    [`rbac list-users-roles ${username} --json`, /"userRoleAssignments"/],
    [
      'rbac list-groups-roles Readers',
      /role 'Viewer' with ID 4 assigned[\s\S]*Speech[\s\S]*role 'TokenCreator' with ID 10 assigned[\s\S]*True/,
    ],
    ['rbac list-groups-roles Readers --json', /"scopeWorkspaceIds"/],
    [
      'rbac describe-role Viewer',
      /role is assigned to groups[\s\S]*Readers[\s\S]*Speech[\s\S]*role is not assigned to any users/,
    ],
    ['rbac describe-role Editor --json', /"userRoleAssignments"/],
    ['workspace list-members Speech', new RegExp(`${username}.*Editor`)],
    ['workspace list-members Speech --json', /"usersAssignedDirectly"/],
    ['workspace list-members Speech --yaml', /usersAssignedDirectly/],
    ['workspace list-members Speech --csv', /Readers,/],
  );
  await succeed(
    new DetClient(cluster.address, username),
    [
      'rbac my-permissions',
      /^(?=[\s\S]*global permissions assigned)(?=[\s\S]*create access token)(?=[\s\S]*permissions assigned over workspace 'Speech' with ID '\d+')[\s\S]*create experiment/,
    ],
    ['rbac my-permissions --json', /"assignments"/],
    // Of one's own, those of one's groups too.
    [`rbac list-users-roles ${username}`, /TokenCreator +\| +10 \| False +\| Readers/],
  );
  await succeed(
    det,
    [`rbac unassign-role Editor -u ${username} -w Speech`, /removed role 'Editor' with ID 5 from user/],
    [
      'rbac unassign-role Viewer --group-name-to-assign Readers --workspace-name Speech',
      /removed role 'Viewer' with ID 4 from group/,
    ],
    [`rbac unassign-role ModelRegistryViewer --username-to-assign ${username}`, /globally/],
    ['rbac unassign-role TokenCreator -g Readers', /globally/],
    ['rbac list-groups-roles Readers', /group has no role assignments/],
    [`rbac list-users-roles ${username}`, /user has no role assignments/],
  );
  await succeed(new DetClient(cluster.address, username), ['rbac my-permissions', /no permissions assigned/]);
});

test('what is refused is said in a sentence', async () => {
  const finished = await det.runAll([
    ['rbac', 'assign-role', 'WorkspaceCreator', '-u', user.username, '-w', 'Speech'],
    ['rbac', 'assign-role', 'Viewer'],
    ['rbac', 'describe-role', 'Nosuch'],
    ['rbac', 'unassign-role', 'Viewer', '-u', user.username],
    ['rbac', 'unassign-role', 'ClusterAdmin', '-u', 'admin'],
  ]);
  expect(finished.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  const said = finished.map(({ stdout, stderr }) => stdout + stderr);
  for (const [i, words] of [
    'a global-only permission cannot be assigned to a local scope',
    'must provide exactly one of',
    'could not find role name Nosuch',
    'not found',
    'somebody active has to stay ClusterAdmin',
  ].entries()) {
    expect(said[i]).toContain(words);
    expect(said[i]).not.toContain('Traceback');
  }
});
