import type { getGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findGroup, missingGroup } from './shared/group-store.ts';
import { groupView, isMember, seesAllGroups } from './shared/group-view.ts';

/**
 * A group and who is in it. Who gives roles on some workspaces only learns the group's name, to choose it, and its members
 * where he is one of them.
 */
export const getGroup: Handler<typeof getGroupRoute> = async ({ groupId }, ctx) => {
  const group = await findGroup(ctx.db, groupId);
  const whole = ctx.holds({ needs: ['ASSIGN_ROLES'] }) || (await isMember(ctx.db, groupId, ctx.user.id));
  if (whole) return { group: await groupView(ctx, ctx.db, group) };
  if (!seesAllGroups(ctx)) throw missingGroup(groupId);
  return { group: { groupId, name: group.name, users: [] } };
};
