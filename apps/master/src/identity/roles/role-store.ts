import { ApiError, alreadyExists, failedPrecondition, invalidArgument, notFound } from '@determined/contract/errors.ts';
import { type BuiltInRole, clusterAdminRoleId } from '@determined/contract/identity/role-facts.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { type Doer, recordAudit } from '../audit/shared/record-audit.ts';
import { rightsChanged } from '../shared/rights-events.ts';
import type { RightsLost } from '../shared/rights-hooks.ts';
import { userChanged } from '../users/shared/user-events.ts';
import { updateUser } from '../users/shared/user-store.ts';
import { isGlobalOnly } from './role-view.ts';
import { rolesGiven } from './shared/role-events.ts';
import './role-tables.ts';

/** A role, to whom it is given or from whom it is taken, and where: in the whole cluster without a workspace. */
export interface Assignment {
  role: BuiltInRole;
  to: { userId: number } | { groupId: number };
  workspaceId: number | null;
}

/** Throws AlreadyExists where it is given already, NotFound where there is no such user, group or workspace. */
export async function giveRole(tx: Tx, by: Doer, assignment: Assignment): Promise<void> {
  const { role, to, workspaceId } = assignment;
  const failed = failedWords('inserting role assignments', 'inserting', to);
  if (workspaceId !== null && isGlobalOnly(role)) {
    const words = 'a global-only permission cannot be assigned to a local scope';
    throw invalidArgument(`${failed.whole}: ${words}`);
  }
  const names = await namesOf(tx, assignment);
  const row = await tx
    .insertInto('role_assignments')
    .values({ role_id: role.id, ...columnsOf(to), workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw alreadyExists(`${failed.whole}: ${failed.one}: row already exists`);
  await recordAudit(tx, by, { action: 'assign', kind: 'role', id: role.id, name: role.name, after: names });
  await tellOf(tx, assignment);
}

/** Throws NotFound where it is not given. The cluster keeps somebody who may administer it. */
export async function takeRole(tx: Tx, by: Doer, assignment: Assignment): Promise<void> {
  const { role, to, workspaceId } = assignment;
  const failed = failedWords('removing assignments', 'deleting', to);
  const names = await namesOf(tx, assignment);
  const { user_id, group_id } = columnsOf(to);
  const { rows } = await sql`delete from role_assignments where role_id = ${role.id}
    and user_id is not distinct from ${user_id} and group_id is not distinct from ${group_id}
    and workspace_id is not distinct from ${workspaceId} returning id`.execute(tx);
  if (rows.length === 0) throw new ApiError('NotFound', `${failed.whole}: ${failed.one}: not found`);
  await recordAudit(tx, by, { action: 'unassign', kind: 'role', id: role.id, name: role.name, before: names });
  await tellOf(tx, assignment);
}

/** So that two cannot take the last but one from each other at the same time. */
export async function lockClusterAdmins(tx: Tx): Promise<void> {
  const given = tx
    .selectFrom('role_assignments')
    .select('id')
    .where('role_id', '=', clusterAdminRoleId)
    .where('workspace_id', 'is', null)
    .orderBy('id');
  await lockRows(tx, 'assignment', given, { key: 'id' });
}

/** Nobody could give the role again. `lost` counts as done. */
export async function keepAClusterAdmin(tx: Tx, lost: RightsLost = { userIds: [] }): Promise<void> {
  const leaves = sql`u.id = any(${[...lost.userIds]}::int[])`;
  const { rows } =
    await sql`select 1 from role_assignments a where a.role_id = ${clusterAdminRoleId} and a.workspace_id is null
    and exists (select 1 from users u left join group_members m on m.group_id = a.group_id and m.user_id = u.id
      where u.active and (u.id = a.user_id or m.user_id is not null)
        and not (${leaves} and ${lost.groupId === undefined ? sql`true` : sql`m.group_id is not distinct from ${lost.groupId}`}))
    limit 1`.execute(tx);
  if (rows.length === 0) throw failedPrecondition('somebody active has to stay ClusterAdmin of the cluster');
}

const columnsOf = (to: Assignment['to']) =>
  'userId' in to ? { user_id: to.userId, group_id: null } : { user_id: null, group_id: to.groupId };

/** Texts: platform semantics 9.2. */
function failedWords(all: string, one: string, to: Assignment['to']) {
  if ('userId' in to) {
    return { whole: `error ${all} for user groups`, one: `Error ${one} assignment for user id ${to.userId}` };
  }
  const whole = all.startsWith('inserting')
    ? 'error inserting group role assignments'
    : 'error removing group assignments';
  return { whole, one: `Error ${one} assignment for group id ${to.groupId}` };
}

/** As the log of changes names them. Throws NotFound. */
async function namesOf(tx: Tx, { to, workspaceId }: Assignment): Promise<Record<string, string | number>> {
  const place = workspaceId === null ? undefined : await nameIn(tx, 'workspaces', workspaceId);
  if (place === undefined && workspaceId !== null) throw notFound('workspace', workspaceId);
  const scope: Record<string, string | number> =
    workspaceId === null ? { scope: 'cluster' } : { workspaceId, workspace: place ?? '' };
  if ('userId' in to) {
    const user = await tx.selectFrom('users').select('username').where('id', '=', to.userId).executeTakeFirst();
    if (!user) throw notFound('user');
    return { userId: to.userId, user: user.username, ...scope };
  }
  const group = await nameIn(tx, 'groups', to.groupId);
  if (group === undefined) {
    throw new ApiError('NotFound', `error checking for personal group: group with id ${to.groupId} not found`);
  }
  return { groupId: to.groupId, group, ...scope };
}

async function nameIn(tx: Tx, table: 'workspaces' | 'groups', id: number): Promise<string | undefined> {
  const row = await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

async function tellOf(tx: Tx, { to, workspaceId }: Assignment): Promise<void> {
  publish(tx, rolesGiven, { workspaceId });
  if ('userId' in to) {
    // When it was changed is a part of the account.
    await updateUser(tx, to.userId, {});
    publish(tx, userChanged, { userId: to.userId });
    return publish(tx, rightsChanged, { userId: to.userId });
  }
  const members = await tx.selectFrom('group_members').select('user_id').where('group_id', '=', to.groupId).execute();
  for (const { user_id: userId } of members) publish(tx, rightsChanged, { userId });
}
