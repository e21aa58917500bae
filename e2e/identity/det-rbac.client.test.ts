import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DetClient } from '../support/det-client.ts';

// Every `det rbac …` and `det user-group …` in each of its forms, with roles in force, and what needs Kubernetes without it.

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

/** Each ends with 1 and a sentence with these words, and has changed nothing; that is all it does here. */
async function refused(...cases: readonly (readonly [client: DetClient, command: string, says: string])[]) {
  for (const [client, all] of Map.groupBy(cases, ([one]) => one)) {
    const finished = await client.runAll(
      all.map(([, command]) => command.split(' ')),
      { refused: true },
    );
    expect(
      finished.flatMap(({ code, stdout, stderr }, i) => {
        const [, command, says] = all[i] ?? [];
        const text = stdout + stderr;
        return code === 1 && text.includes(says ?? '') && !text.includes('Traceback') ? [] : [{ command, code, text }];
      }),
    ).toEqual([]);
  }
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

test('groups are made, listed, described, named anew and deleted, and users go in and out', async () => {
  const { username, id } = user;
  await succeed(
    det,
    [
      `user-group create Writers --add-user ${username} --add-user admin`,
      new RegExp(
        `^user group with name Writers and ID \\d+ created\n(?:admin, ${username}|${username}, admin) was added to the group`,
      ),
    ],
    ['user-group create Empty', /^user group with name Empty and ID \d+ created\n$/],
    ['user-group list', /Writers +\| +2[\s\S]*Empty +\| +0/],
    ['user-group', /Writers/],
    ['user-group list --limit 1 --offset 1 --pages 1', /^(?![\s\S]*(?:Readers|Empty))[\s\S]*Writers/],
    [`user-group ls --groups-user-belongs-to ${username}`, /^(?![\s\S]*Empty)[\s\S]*Readers[\s\S]*Writers/],
    ['user-group list --json', /"numMembers": 2/],
    [
      'user-group describe Writers',
      new RegExp(`^group ID \\d+ group name Writers with users added[\\s\\S]*${id} +\\| +${username}`),
    ],
    ['user-group describe Writers --json', new RegExp(`"username": "${username}"`)],
    [
      `user-group add-user Empty admin,${username}`,
      new RegExp(`name Empty\nuser added to group with username admin and ID 1\n.*username ${username} and ID ${id}`),
    ],
    [
      `user-group remove-user Empty admin,${username}`,
      new RegExp(`name Empty\nuser removed from the group with username admin and ID 1\n.*ID ${id}`),
    ],
    ['user-group change-name Empty Nobody', /^user group with ID \d+ name changed from Empty to Nobody\n$/],
    ['user-group delete Nobody --yes', /^user group with name Nobody and ID \d+ deleted\n$/],
    ['user-group list', /^(?![\s\S]*Nobody)[\s\S]*Writers/],
  );
  // Whoever gives no roles sees the groups he is in, and changes none.
  const own = new DetClient(cluster.address, username);
  await succeed(own, ['user-group list', /Readers[\s\S]*Writers/], ['user-group describe Writers', /admin/]);
  await refused(
    [det, 'user-group describe Nobody', 'could not find user group name Nobody'],
    [det, `user-group add-user Writers ${username}`, 'row already exists'],
    [det, 'user-group add-user Writers nosuch', 'could not find'],
    [det, 'user-group create Writers', 'row already exists'],
    [own, `user-group add-user Readers admin`, 'PERMISSION_TYPE_UPDATE_GROUP'],
    [own, 'user-group delete Readers --yes', 'PERMISSION_TYPE_UPDATE_GROUP'],
  );
});

test('without Kubernetes a workspace has no namespaces and no quotas, whatever is asked', async () => {
  const noneVerified =
    'error verifying Kubernetes namespace: cannot verify namespace existence with resource manager type AgentRM';
  const noneCreated = 'cannot create a namespace with resource manager type AgentRM: operation not supported';
  const unknown = 'no resource manager with cluster name other';
  await refused(
    [det, 'workspace bindings list Speech', 'error getting default namespace: operation not supported'],
    [det, 'w bindings ls Speech', 'error getting default namespace: operation not supported'],
    [det, 'w bindings set Speech', 'must provide --namespace NAMESPACE or --auto-create-namespace'],
    [det, 'w bindings set Speech --namespace ns', noneVerified],
    [det, 'w bindings set Speech --auto-create-namespace', noneCreated],
    [det, 'w bindings set Speech --auto-create-namespace-all-clusters', noneCreated],
    [det, 'w bindings set Speech --namespace ns --cluster-name other', unknown],
    [det, 'w bindings delete Speech', 'tried to delete default binding for workspace with id'],
    [det, 'w bindings delete Speech --cluster-name other', unknown],
    [det, 'w resource-quota set Speech 5', 'operation not supported'],
    [det, 'w resource-quota set Speech 5 --cluster-name other', unknown],
    [det, 'w resource-quota set Speech -- -1', 'must be greater or equal to 0'],
    [det, 'w create Ns --namespace ns', noneVerified],
    [det, 'w create Ns --auto-create-namespace', noneCreated],
    [det, 'w create Ns --auto-create-namespace-all-clusters', noneCreated],
    [det, 'w create Ns --namespace ns --cluster-name other', unknown],
    [det, 'w create Ns --cluster-name other', 'must provide --namespace NAMESPACE or --auto-create-namespace'],
    [det, 'w create Ns --resource-quota 5', 'operation not supported'],
  );
  await succeed(det, ['workspace list', /^(?![\s\S]*Ns)/]);
});

test('what is refused is said in a sentence', async () => {
  await refused(
    [
      det,
      `rbac assign-role WorkspaceCreator -u ${user.username} -w Speech`,
      'a global-only permission cannot be assigned to a local scope',
    ],
    [det, 'rbac assign-role Viewer', 'must provide exactly one of'],
    [det, 'rbac describe-role Nosuch', 'could not find role name Nosuch'],
    [det, `rbac unassign-role Viewer -u ${user.username}`, 'not found'],
    [det, 'rbac unassign-role ClusterAdmin -u admin', 'somebody active has to stay ClusterAdmin'],
  );
});
