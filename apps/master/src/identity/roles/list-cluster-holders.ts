import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getClusterHoldersRoute } from '@determined/contract/identity/role-ext-routes.ts';
import { builtInRoles } from '@determined/contract/identity/role-facts.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';

type Holders = ExtReplyOf<typeof getClusterHoldersRoute>;

/** Roles that let one see a workspace, or its models: others change nothing there. */
const counting = builtInRoles
  .filter(({ permissions }) => permissions.includes('VIEW_WORKSPACE') || permissions.includes('VIEW_MODEL_REGISTRY'))
  .map(({ id }) => id);

/** By role, then by id. */
export async function listClusterHolders(
  _request: ExtRequestOf<typeof getClusterHoldersRoute>,
  { db }: Context,
): Promise<Holders> {
  const person = sql`json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name)`;
  const given = sql`a.workspace_id is null and a.role_id = any(${counting}::int[])`;
  const { rows } = await sql<Holders>`
    select coalesce((
      select json_agg(json_build_object('roleId', a.role_id, 'user', ${person}) order by a.role_id, u.id)
      from role_assignments a join users u on u.id = a.user_id
      where ${given} and u.active), '[]') as users, coalesce((
      select json_agg(json_build_object('roleId', a.role_id, 'groupId', g.id, 'name', g.name, 'users', coalesce((
          select json_agg(${person} order by u.id)
          from group_members m join users u on u.id = m.user_id
          where m.group_id = g.id and u.active), '[]')) order by a.role_id, g.id)
      from role_assignments a join groups g on g.id = a.group_id
      where ${given}), '[]') as groups`.execute(db);
  return rows[0] ?? { users: [], groups: [] };
}
