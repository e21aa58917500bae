import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { RoleAssignmentsTable } from './role-tables.ts';

export type Given = Pick<Selectable<RoleAssignmentsTable>, 'role_id' | 'user_id' | 'group_id' | 'workspace_id'>;

/** Which assignments are asked for; all of them together. */
interface Asked {
  userId?: number;
  groupId?: number;
  roleIds?: readonly number[];
  /** Those of the groups that the user is in, too. */
  withGroups?: boolean;
}

export async function assignmentsOf(db: Db, { userId, groupId, roleIds, withGroups }: Asked): Promise<Given[]> {
  let query = db
    .selectFrom('role_assignments')
    .select(['role_id', 'user_id', 'group_id', 'workspace_id'])
    .orderBy('role_id')
    .orderBy('workspace_id', (order) => order.asc().nullsFirst())
    .orderBy('id');
  if (userId !== undefined) {
    query = query.where(withGroups ? heldBy(userId) : sql<boolean>`user_id = ${userId}`);
  }
  if (groupId !== undefined) query = query.where('group_id', '=', groupId);
  if (roleIds !== undefined) query = query.where(sql<boolean>`role_id = any(${[...roleIds]}::int[])`);
  return query.execute();
}

const heldBy = (userId: number) =>
  sql<boolean>`(user_id = ${userId} or group_id in (select group_id from group_members where user_id = ${userId}))`;

/**
 * What the caller may know of who has which role: all where he gives roles in the cluster, else what is given on the
 * workspaces where he does, and what he has himself.
 */
export async function knownTo(
  { rights, user, db }: Pick<Context, 'rights' | 'user' | 'db'>,
  given: readonly Given[],
): Promise<Given[]> {
  const { cluster, workspaces } = rights.where('ASSIGN_ROLES');
  if (cluster) return [...given];
  const mine = await db.selectFrom('group_members').select('group_id').where('user_id', '=', user.id).execute();
  const groups = new Set(mine.map((row) => row.group_id));
  return given.filter(
    (one) =>
      one.user_id === user.id ||
      (one.group_id !== null && groups.has(one.group_id)) ||
      (one.workspace_id !== null && workspaces.has(one.workspace_id)),
  );
}
