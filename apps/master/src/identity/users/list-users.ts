import { invalidArgument } from '@determined/contract/errors.ts';
import type { GetUsersRequestSortBy } from '@determined/contract/identity/users-generated.ts';
import type { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { pageRange } from '@determined/contract/paging.ts';
import { administrateUsers } from '@determined/contract/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { userView } from './shared/user-view.ts';

/**
 * Filters and sorts what the caller may see, not what is stored: otherwise the order of a list, or who is in it, would
 * tell what its rows hide. Keys and filters: platform semantics 6.11.
 */
export const listUsers: Handler<typeof getUsersRoute> = async (request, ctx) => {
  const roleIds = request.roleIdAssignedDirectlyToUser;
  const holders = roleIds.length > 0 ? await holdersOf(roleIds, ctx) : undefined;
  const seen = seenBy(ctx);
  const { active, admin, name } = request;
  const chosen = ctx.db
    .selectFrom('users')
    .$if(holders !== undefined, (all) => all.where('id', '=', sql<number>`any(${[...(holders ?? [])]}::int[])`))
    .$if(active !== undefined, (all) => all.where('active', '=', active === true))
    .$if(admin !== undefined, (all) => all.where(sql`coalesce(${seen('admin')}, false)`, '=', admin === true))
    .$if(name !== '', (all) => all.where(sql<boolean>`${has('username', name)} or ${has('display_name', name)}`));
  const { total } = await chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { skip, take, pagination } = pageRange(request, total);
  const direction = request.orderBy === 'ORDER_BY_DESC' ? sql`desc` : sql`asc`;
  const key = keys[request.sortBy]?.(seen);
  const rows = await chosen
    .selectAll()
    .$if(key !== undefined, (all) => all.orderBy(sql`${key} ${direction}`))
    .orderBy(sql`id ${direction}`)
    .offset(skip)
    .limit(take)
    .execute();
  return { users: rows.map((row) => userView(row, ctx)), pagination };
};

/** A field as the caller may see it (`userView`): null of others for who does not administer users. */
function seenBy(ctx: Context): (field: keyof UsersTable) => RawBuilder<unknown> {
  if (ctx.holds(administrateUsers)) return (field) => sql.ref(field);
  return (field) => sql`case when id = ${ctx.user.id} then ${sql.ref(field)} end`;
}

/** Whatever its case, of any script. */
const has = (field: keyof UsersTable, part: string) =>
  sql<boolean>`strpos(lower(${sql.ref(field)} collate "und-x-icu"), lower(${part} collate "und-x-icu")) > 0`;

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

type Key = (seen: ReturnType<typeof seenBy>) => RawBuilder<unknown>;

/** Without a key the list is in the order of ids. No time comes first, no sign-in and no display name last. */
const keys: Partial<Record<GetUsersRequestSortBy, Key>> = {
  SORT_BY_DISPLAY_NAME: () => sql`nullif(display_name, '') collate "und-x-icu"`,
  SORT_BY_USER_NAME: () => sql`username collate "und-x-icu"`,
  SORT_BY_NAME: () => sql`coalesce(nullif(display_name, ''), username) collate "und-x-icu"`,
  SORT_BY_ADMIN: (seen) => sql`coalesce(${seen('admin')}, false)`,
  SORT_BY_ACTIVE: () => sql`active`,
  SORT_BY_MODIFIED_TIME: (seen) => sql`coalesce(${seen('modified_at')}, '-infinity')`,
  SORT_BY_LAST_AUTH_TIME: (seen) => seen('last_auth_at'),
  SORT_BY_REMOTE: (seen) => sql`coalesce(${seen('remote')}, false)`,
};
