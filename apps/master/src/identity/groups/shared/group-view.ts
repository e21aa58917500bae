import type { GroupDetails } from '@determined/contract/identity/identity-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { heldAt } from '#platform/http/rights.ts';
import { userView } from '../../users/shared/user-view.ts';
import type { GroupRow } from './group-store.ts';

/** Who gives roles, anywhere, chooses among all groups; others know those they are in. */
export const seesAllGroups = ({ rights }: Pick<Context, 'rights'>): boolean => heldAt(rights, ['ASSIGN_ROLES'], true);

export async function isMember(db: Db, groupId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** With its members by id, as the caller may see them. */
export async function groupView(ctx: Context, db: Db, group: GroupRow): Promise<Input<GroupDetails>> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('group_members').select('user_id').where('group_id', '=', group.id))
    .orderBy('id')
    .execute();
  // The platform tells no agent user of a member.
  return {
    groupId: group.id,
    name: group.name,
    users: users.map((row) => ({ ...userView(row, ctx), agentUserGroup: null })),
  };
}
