import type { User } from '@determined/contract/identity/identity-messages-generated.ts';
import { administrateUsers } from '@determined/contract/permissions.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Selectable } from 'kysely';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import type { Context } from '#platform/http/context.ts';
import { agentUserGroupView } from '../../shared/agent-user-group.ts';

export type UserRow = Selectable<UsersTable>;

/** An account as everybody may see it: the rest is for oneself and for who administers users. */
export function userView(row: UserRow, ctx: Context): Input<User> {
  const all = ctx.user.id === row.id || ctx.holds(administrateUsers);
  return all
    ? fullUserView(row)
    : { id: row.id, username: row.username, displayName: row.display_name, active: row.active };
}

export function fullUserView(row: UserRow): Input<User> {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    admin: row.admin,
    active: row.active,
    remote: row.remote,
    agentUserGroup: agentUserGroupView(row) ?? null,
    modifiedAt: row.modified_at,
    lastAuthAt: row.last_auth_at ?? undefined,
  };
}
