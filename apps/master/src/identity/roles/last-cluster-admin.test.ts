import {
  assignMultipleGroupsRoute,
  createGroupRoute,
  deleteGroupRoute,
  getGroupRoute,
  updateGroupRoute,
} from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { getUserRoute, patchUserRoute, patchUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { refusalOf } from '@determined/dev-cluster/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import { remoteGroupsTold } from '../auth/shared/remote-user-hooks.ts';

const clusterAdmin = 1;
let cluster: DevCluster;
let other: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
  other = await cluster.newUser();
  // What is tried here is the role alone: of who has the flag, somebody always stays.
  const flagged = await cluster.newUser();
  for (const { id: userId } of [other, flagged]) await admin().call(patchUserRoute, { userId, user: { admin: true } });
});
afterAll(() => cluster.stop());

const admin = () => cluster.admin.client;
const role = { role: { roleId: clusterAdmin } };
const ofUser = (userId: number) => ({ userRoleAssignments: [{ userId, roleAssignment: role }] });
const ofGroup = (groupId: number) => ({ groupRoleAssignments: [{ groupId, roleAssignment: role }] });
const give = (assignment: object) => admin().call(assignRolesRoute, assignment as never);
const take = (assignment: object) => other.client.call(removeAssignmentsRoute, assignment as never);
const membersOf = async (groupId: number) =>
  (await admin().call(getGroupRoute, { groupId })).group?.users.map(({ id }) => id);

let names = 0;
/** A group whose only member has the role through it; nobody else has it but `admin`. */
async function newAdmins(): Promise<number> {
  const { group } = await admin().call(createGroupRoute, { name: `admins ${++names}`, addUsers: [other.id] });
  const groupId = group?.groupId ?? 0;
  await give(ofGroup(groupId));
  return groupId;
}

const stays = { code: 'FailedPrecondition', message: 'somebody active has to stay ClusterAdmin of the cluster' };

test('the group through which the last has the role stays, with him in it, and he stays active', async () => {
  const groupId = await newAdmins();
  await take(ofUser(cluster.admin.id));
  const { client } = other;
  const changes = [
    () => client.call(deleteGroupRoute, { groupId }),
    () => client.call(updateGroupRoute, { groupId, name: 'named anew', removeUsers: [other.id] }),
    () => client.call(assignMultipleGroupsRoute, { userIds: [other.id], addGroups: [], removeGroups: [groupId] }),
    () => client.call(patchUserRoute, { userId: other.id, user: { active: false } }),
    () => client.call(removeAssignmentsRoute, ofGroup(groupId) as never),
  ];
  for (const change of changes) expect(await refusalOf(change())).toMatchObject(stays);
  const { results } = await client.call(patchUsersRoute, { userIds: [other.id], activate: false });
  expect(results).toEqual([{ id: other.id, error: stays.message }]);
  const old = await cluster.fetch(`/users/${other.username}`, {
    method: 'PATCH',
    body: JSON.stringify({ active: false }),
    token: other.token,
  });
  expect([old.status, await old.json()]).toEqual([400, { message: stays.message }]);
  // With another who has it, whether as a member or by himself, each of these may be done.
  await client.call(updateGroupRoute, { groupId, addUsers: [cluster.admin.id], removeUsers: [other.id] });
  expect(await membersOf(groupId)).toEqual([cluster.admin.id]);
  expect((await admin().call(getGroupRoute, { groupId })).group?.name).not.toBe('named anew');
  await give(ofUser(cluster.admin.id));
  await admin().call(deleteGroupRoute, { groupId });
  await admin().call(patchUserRoute, { userId: other.id, user: { active: false } });
  await admin().call(patchUserRoute, { userId: other.id, user: { active: true } });
});

test('whoever has the role twice may lose one of the two', async () => {
  const groupId = await newAdmins();
  await give(ofUser(other.id));
  await take(ofUser(cluster.admin.id));
  await other.client.call(updateGroupRoute, { groupId, removeUsers: [other.id] });
  await other.client.call(deleteGroupRoute, { groupId });
  await other.client.call(assignRolesRoute, ofUser(cluster.admin.id) as never);
  await admin().call(removeAssignmentsRoute, ofUser(other.id) as never);
  expect(await refusalOf(admin().call(removeAssignmentsRoute, ofUser(cluster.admin.id) as never))).toMatchObject(stays);
});

test('a provider that does not name his group any more does not end it: he stays in it, the others leave', async () => {
  const groupId = await newAdmins();
  const { group: plain } = await admin().call(createGroupRoute, { name: 'plain', addUsers: [other.id] });
  await take(ofUser(cluster.admin.id));
  const { master } = cluster;
  const by = { requestId: '', remoteAddress: '', user: { ...other, displayName: '' } };
  await inTransaction(master.db, (tx) => remoteGroupsTold.run(tx, { userId: other.id, groups: [], by }));
  const left = async (id: number) => (await other.client.call(getGroupRoute, { groupId: id })).group?.users.length;
  expect([await left(groupId), await left(plain?.groupId ?? 0)]).toEqual([1, 0]);
  await other.client.call(assignRolesRoute, ofUser(cluster.admin.id) as never);
  await inTransaction(master.db, (tx) => remoteGroupsTold.run(tx, { userId: other.id, groups: [], by }));
  expect(await membersOf(groupId)).toEqual([]);
  await admin().call(deleteGroupRoute, { groupId });
});

test('two who would each leave the other as the last: one of them is refused, whatever they do', async () => {
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        cluster.master.db,
      )
    ).rows.length;
  const deactivate = (userId: number) => () => admin().call(patchUserRoute, { userId, user: { active: false } });
  for (let pair = 0; pair < 4; pair += 1) {
    const groupId = await newAdmins();
    const mine = pair % 2 === 0 ? deactivate(cluster.admin.id) : () => take(ofUser(cluster.admin.id));
    const theirs = [
      () => admin().call(deleteGroupRoute, { groupId }),
      () => admin().call(updateGroupRoute, { groupId, removeUsers: [other.id] }),
      deactivate(other.id),
      () => admin().call(removeAssignmentsRoute, ofGroup(groupId) as never),
    ][pair] as () => Promise<unknown>;
    let both: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await cluster.master.db.transaction().execute(async (tx) => {
      await sql`select from role_assignments where role_id = 1 for update`.execute(tx);
      both = Promise.allSettled([mine(), theirs()]);
      await eventually('both wait', async () => (await waiting()) === 2);
    });
    const [one, another] = (await both) ?? [];
    expect([one?.status, another?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = [one, another].find((result) => result?.status === 'rejected');
    expect(refused?.reason).toMatchObject(stays);
    // As before, by whoever is left.
    const rest = one?.status === 'fulfilled' ? other.client : admin();
    await rest.call(patchUserRoute, { userId: cluster.admin.id, user: { active: true } });
    await rest.call(assignRolesRoute, ofUser(cluster.admin.id) as never).catch(() => {});
    await admin().call(patchUserRoute, { userId: other.id, user: { active: true } });
    await admin()
      .call(deleteGroupRoute, { groupId })
      .catch(() => {});
    expect((await admin().call(getUserRoute, { userId: other.id })).user?.active).toBe(true);
  }
});

test('without roles in force the flag decides who administers, and the role is nobody’s care', async () => {
  const own = await startDevCluster();
  try {
    const user = await own.newUser();
    await own.admin.client.call(patchUserRoute, { userId: user.id, user: { admin: true } });
    await user.client.call(patchUserRoute, { userId: own.admin.id, user: { active: false } });
    expect((await user.client.call(getUserRoute, { userId: own.admin.id })).user?.active).toBe(false);
  } finally {
    await own.stop();
  }
});
