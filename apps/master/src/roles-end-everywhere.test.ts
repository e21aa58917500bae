import { createGroupRoute, deleteGroupRoute, updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { moveExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevMaster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endsAll, inUse } from './testing/in-use.ts';
import { newThings, type nothing } from './testing/permission-world.ts';

// With roles in force: what a change of roles, assignments or groups on one master takes away ends on another one.

const env = { DET_SECURITY_AUTHZ_TYPE: 'rbac' };
const viewer = 4;
let cluster: DevCluster;
let other: DevMaster;
let things: typeof nothing;
beforeAll(async () => {
  cluster = await startDevCluster({ env, launcher: new ScriptedLauncher([2]) });
  other = await cluster.join({ env });
  const { client } = cluster.admin;
  things = await newThings(cluster.master.db, client, client);
});
afterAll(() => cluster.stop());

const admin = () => cluster.admin.client;
const toUser = (userId: number, scopeWorkspaceId?: number) =>
  ({
    userRoleAssignments: [
      { userId, roleAssignment: { role: { roleId: viewer }, ...(scopeWorkspaceId ? { scopeWorkspaceId } : {}) } },
    ],
  }) as never;
const toGroup = (groupId: number) =>
  ({ groupRoleAssignments: [{ groupId, roleAssignment: { role: { roleId: viewer } } }] }) as never;

async function groupOf(user: DevUser): Promise<number> {
  const { group } = await admin().call(createGroupRoute, { name: `of ${user.username}`, addUsers: [user.id] });
  await admin().call(assignRolesRoute, toGroup(group?.groupId ?? 0));
  return group?.groupId ?? 0;
}

/** Gives a user what lets him see the things, and answers what takes it away again. */
type Way = (user: DevUser) => Promise<() => Promise<unknown>>;
const ways: [how: string, way: Way][] = [
  [
    'a role in the cluster taken from a user',
    async ({ id }) => {
      await admin().call(assignRolesRoute, toUser(id));
      return () => admin().call(removeAssignmentsRoute, toUser(id));
    },
  ],
  [
    'a role on the workspace taken from a user',
    async ({ id }) => {
      await admin().call(assignRolesRoute, toUser(id, things.workspace));
      return () => admin().call(removeAssignmentsRoute, toUser(id, things.workspace));
    },
  ],
  [
    'a role taken from his group',
    async (user) => {
      const group = await groupOf(user);
      return () => admin().call(removeAssignmentsRoute, toGroup(group));
    },
  ],
  [
    'a user taken out of the group',
    async (user) => {
      const groupId = await groupOf(user);
      return () => admin().call(updateGroupRoute, { groupId, removeUsers: [user.id] } as never);
    },
  ],
  [
    'the end of the group',
    async (user) => {
      const groupId = await groupOf(user);
      return () => admin().call(deleteGroupRoute, { groupId });
    },
  ],
];

test.each(ways)(
  '%s ends calls, streams and live connections on the other master within a second',
  async (_how, way) => {
    const user = await cluster.newUser();
    const take = await way(user);
    const use = await inUse(other, things, user);
    await take();
    expect(await endsAll(use)).toEqual([404, 'refused', 'closed with 1013']);
  },
);

test('what goes to a place where one has no role is gone at once, on each master', async () => {
  const user = await cluster.newUser();
  await admin().call(assignRolesRoute, toUser(user.id, things.workspace));
  const path = `/api/v1/experiments/${things.experiment}`;
  const seenAt = async (address: string) =>
    (await fetch(`${address}${path}`, { headers: { Authorization: `Bearer ${user.token}` } })).status;
  for (const address of [cluster.address, other.address]) expect(await seenAt(address)).toBe(200);
  await admin().call(moveExperimentRoute, { experimentId: things.experiment, destinationProjectId: 1 });
  await eventually('the move is known', async () => (await seenAt(cluster.address)) === 404, 200);
  await eventually('the other master knows, too', async () => (await seenAt(other.address)) === 404, 1_000);
});
