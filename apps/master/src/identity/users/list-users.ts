import { invalidArgument } from '@determined/contract/errors.ts';
import type { User } from '@determined/contract/identity/identity-messages-generated.ts';
import type { GetUsersRequestSortBy } from '@determined/contract/identity/users-generated.ts';
import type { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { pageOf } from '@determined/contract/paging.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { userView } from './shared/user-view.ts';

type Shown = Input<User>;

/**
 * Filters and sorts what the caller may see, not what is stored: otherwise the order of a list, or who is in it, would
 * tell what its rows hide. Keys and filters: platform semantics 6.11.
 */
export const listUsers: Handler<typeof getUsersRoute> = async (request, ctx) => {
  const roleIds = request.roleIdAssignedDirectlyToUser;
  const holders = roleIds.length > 0 ? await holdersOf(roleIds, ctx) : undefined;
  const sign = request.orderBy === 'ORDER_BY_DESC' ? -1 : 1;
  const named = names[request.sortBy];
  let query = ctx.db.selectFrom('users').selectAll();
  if (named) query = query.orderBy(named, sign === 1 ? 'asc' : 'desc').orderBy('id', sign === 1 ? 'asc' : 'desc');
  const rows = await query.execute();
  const part = request.name.toLowerCase();
  const shown = rows
    .map((row) => userView(row, ctx))
    .filter(
      (user) =>
        (holders === undefined || holders.has(user.id ?? 0)) &&
        (request.active === undefined || user.active === request.active) &&
        (request.admin === undefined || (user.admin ?? false) === request.admin) &&
        [user.username, user.displayName].some((name) => name?.toLowerCase().includes(part)),
    );
  const key = keys[request.sortBy];
  if (key) shown.sort((a, b) => sign * (compare(key(a), key(b)) || (a.id ?? 0) - (b.id ?? 0)));
  const { items, pagination } = pageOf(shown, request);
  return { users: items, pagination };
};

/** Who was given such a role himself, wherever; whom that is told of is known as in the calls of roles. */
async function holdersOf(roleIds: readonly number[], { db, user, rights }: Context): Promise<Set<number>> {
  if (rights.ownership !== 'none') {
    throw invalidArgument('cannot filter by role id. RBAC must be enabled.');
  }
  const { cluster, workspaces } = rights.where('ASSIGN_ROLES');
  const given = await db
    .selectFrom('role_assignments')
    .select(['user_id', 'workspace_id'])
    .where('user_id', 'is not', null)
    .where('role_id', 'in', roleIds)
    .execute();
  const told = given.filter(
    ({ user_id, workspace_id }) =>
      cluster || user_id === user.id || (workspace_id !== null && workspaces.has(workspace_id)),
  );
  return new Set(told.flatMap(({ user_id }) => user_id ?? []));
}

type Key = string | number | boolean;

// Names are hidden from nobody, so the database may order by them: ten times as fast as a collator here. None comes last.
const names: Partial<Record<GetUsersRequestSortBy, RawBuilder<unknown>>> = {
  SORT_BY_DISPLAY_NAME: sql`nullif(display_name, '') collate "und-x-icu"`,
  SORT_BY_USER_NAME: sql`username collate "und-x-icu"`,
  SORT_BY_NAME: sql`coalesce(nullif(display_name, ''), username) collate "und-x-icu"`,
};

// Sorts after every other text.
const unset = '\uffff';

const keys: Partial<Record<GetUsersRequestSortBy, (user: Shown) => Key>> = {
  SORT_BY_UNSPECIFIED: () => 0,
  SORT_BY_ADMIN: (user) => user.admin ?? false,
  SORT_BY_ACTIVE: (user) => user.active ?? false,
  SORT_BY_MODIFIED_TIME: (user) => user.modifiedAt ?? '',
  SORT_BY_LAST_AUTH_TIME: (user) => user.lastAuthAt ?? unset,
  SORT_BY_REMOTE: (user) => user.remote ?? false,
};

/** Times are ISO texts of one form. */
function compare(a: Key, b: Key): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}
