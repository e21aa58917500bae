import { invalidArgument } from '@determined/contract/errors.ts';
import type { getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { maxGroupsPage } from '@determined/contract/limits.ts';
import { plainPagination } from '@determined/contract/paging.ts';
import { sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { seesAllGroups } from './shared/group-view.ts';

/**
 * Groups by id, those of a name or of a user, all with a limit of −1; who may not choose among all is shown those he is
 * in. A negative offset is the first page, told back as it came.
 */
export const listGroups: Handler<typeof getGroupsRoute> = async ({ userId, name, offset, limit }, ctx) => {
  if ((limit < 1 && limit !== -1) || limit > maxGroupsPage) {
    throw invalidArgument(`Bad request: limit is required and must be <= ${maxGroupsPage}`);
  }
  const of = (id: number) => sql`id in (select group_id from group_members where user_id = ${id})`;
  const conditions = [
    seesAllGroups(ctx) ? sql`true` : of(ctx.user.id),
    name === '' ? sql`true` : sql`name = ${name}`,
    userId === 0 ? sql`true` : of(userId),
  ];
  const { rows } = await sql<{ total: number; groups: { id: number; name: string; members: number }[] | null }>`
    with found as (select id, name from groups where ${sql.join(conditions, sql` and `)}),
      page as (select * from found order by id limit ${limit === -1 ? null : limit}::int offset ${Math.max(offset, 0)})
    select (select count(*)::int from found) as total,
      (select json_agg(json_build_object('id', id, 'name', name,
        'members', (select count(*) from group_members where group_id = page.id)) order by id) from page) as groups`.execute(
    ctx.db,
  );
  const [{ total, groups } = { total: 0, groups: null }] = rows;
  const shown = groups ?? [];
  return {
    groups: shown.map((group) => ({ group: { groupId: group.id, name: group.name }, numMembers: group.members })),
    pagination: plainPagination({ offset, limit }, shown.length, total),
  };
};
