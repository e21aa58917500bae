import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';

type Row = ExtReplyOf<typeof getGroupRowsRoute>['groups'][number];

/** So many faces of a group are shown. */
const fewPeople = 4;

/** Groups with who is in them and what they give. */
export async function listGroupRows(
  { query: { text, order, descending, offset, limit } }: ExtRequestOf<typeof getGroupRowsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getGroupRowsRoute>> {
  const has = (name: string): RawBuilder<SqlBool> => sql`strpos(lower(${sql.ref(name)}), lower(${text})) > 0`;
  const fits = sql`(${has('g.name')} or exists (
    select from group_members m join users u on u.id = m.user_id
    where m.group_id = g.id and (${has('u.username')} or ${has('u.display_name')})))`;
  const by = order === 'members' ? sql`found.members` : sql`lower(found.name) collate "und-x-icu"`;
  const statement = sql<{ total: number; groups: Row[] | null }>`
    with found as (
      select g.id, g.name, (select count(*)::int from group_members m where m.group_id = g.id) as members
      from groups g where ${fits}),
    page as (
      select *, row_number() over (order by ${by} ${descending ? sql`desc` : sql`asc`}, found.id) as place from found
      order by place limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, (
      select json_agg(json_build_object('id', page.id, 'name', page.name, 'members', page.members,
        'people', coalesce((
          select json_agg(json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name) order by u.id)
          from (select user_id from group_members where group_id = page.id order by user_id limit ${fewPeople}) few
          join users u on u.id = few.user_id), '[]'),
        'roles', coalesce((
          select json_agg(json_build_object('roleId', given.role_id, 'workspaces', given.workspaces)
            order by given.workspaces is not null, given.role_id)
          from (
            select a.role_id, case when a.workspace_id is null then null else
              json_agg(json_build_object('id', w.id, 'name', w.name) order by lower(w.name), w.id) end as workspaces
            from role_assignments a left join workspaces w on w.id = a.workspace_id
            where a.group_id = page.id group by a.role_id, a.workspace_id is null) given), '[]'))
        order by page.place) from page) as groups`;
  const { rows } = await boundedSearch(ctx, (tx) => statement.execute(tx));
  const [{ total, groups } = { total: 0, groups: null }] = rows;
  return { total, groups: groups ?? [] };
}
