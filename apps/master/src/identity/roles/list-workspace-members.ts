import type { getGroupsAndUsersAssignedToWorkspaceRoute } from '@determined/contract/identity/roles-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { groupView } from '../groups/shared/group-view.ts';
import { userView } from '../users/shared/user-view.ts';
import { rolesIn, withAssignments } from './role-view.ts';
import { sees } from './shared/visible.ts';

/**
 * Who has a role on the workspace itself, and which; `name` is a part of the names that are looked for. Whoever may not
 * see it is told of nobody.
 */
export const listWorkspaceMembers: Handler<typeof getGroupsAndUsersAssignedToWorkspaceRoute> = async (
  { workspaceId, name },
  ctx,
) => {
  if (!sees('workspace', ctx, workspaceId)) return {};
  const { db } = ctx;
  const given = await db
    .selectFrom('role_assignments')
    .select(['role_id', 'user_id', 'group_id', 'workspace_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('role_id')
    .orderBy('id')
    .execute();
  const has = (...names: string[]) => names.some((one) => one.includes(name));
  const users = (
    await db.selectFrom('users').selectAll().where('id', 'in', idsOf(given, 'user_id')).orderBy('id').execute()
  ).filter((row) => has(row.username, row.display_name));
  const groups = (
    await db.selectFrom('groups').selectAll().where('id', 'in', idsOf(given, 'group_id')).orderBy('id').execute()
  ).filter((row) => has(row.name));
  const shown = given.filter(
    (one) => users.some((row) => row.id === one.user_id) || groups.some((row) => row.id === one.group_id),
  );
  return {
    groups: await Promise.all(groups.map((group) => groupView(ctx, db, group))),
    usersAssignedDirectly: users.map((row) => userView(row, ctx)),
    assignments: rolesIn(shown).map((role) => withAssignments(role, shown)),
  };
};

/** Nobody's id is 0: a list must not be empty. */
function idsOf<Key extends string>(given: readonly Record<Key, number | null>[], key: Key): number[] {
  return [0, ...given.flatMap((one) => one[key] ?? [])];
}
