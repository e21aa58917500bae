import { ApiError, alreadyExists, invalidArgument } from '@determined/contract/errors.ts';
import type {
  assignMultipleGroupsRoute,
  createGroupRoute,
  deleteGroupRoute,
  updateGroupRoute,
} from '@determined/contract/identity/groups-routes.ts';
import { maxGroupName } from '@determined/contract/limits.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import {
  changeMembers,
  deleteGroupRow,
  insertGroup,
  lockGroup,
  lockGroups,
  renameGroup,
} from './shared/group-store.ts';
import { groupView } from './shared/group-view.ts';

export const createGroup: Handler<typeof createGroupRoute> = async ({ name, addUsers }, ctx) => {
  checkName(name);
  return inTransaction(ctx.db, async (tx) => {
    const group = await insertGroup(tx, ctx, name);
    await changeMembers(tx, ctx, group, { add: addUsers, remove: [] });
    return { group: await groupView(ctx, tx, group) };
  });
};

/** A name that is not given stays. */
export const updateGroup: Handler<typeof updateGroupRoute> = async ({ groupId, name, addUsers, removeUsers }, ctx) => {
  checkName(name);
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockGroup(tx, groupId);
    const group = name !== '' && name !== before.name ? await renameGroup(tx, ctx, before, name) : before;
    const { added, removed } = await changeMembers(tx, ctx, group, { add: addUsers, remove: removeUsers });
    if (added.length < new Set(addUsers).size) {
      throw alreadyExists(`Error when adding ${addUsers.length} user(s) to 1 group(s): row already exists`);
    }
    if (removeUsers.length > 0 && removed.length === 0) {
      throw new ApiError(
        'NotFound',
        `Error removing ${removeUsers.length} user(s) from 1 group(s) because none were members of these groups: not found`,
      );
    }
    return { group: await groupView(ctx, tx, group) };
  });
};

export const deleteGroup: Handler<typeof deleteGroupRoute> = async ({ groupId }, ctx) => {
  await inTransaction(ctx.db, async (tx) => deleteGroupRow(tx, ctx, await lockGroup(tx, groupId, 'deleting')));
  return {};
};

/** Each of the users into each of the groups, and out of each of the others; what is so already stays. */
export const assignMultipleGroups: Handler<typeof assignMultipleGroupsRoute> = async (request, ctx) => {
  const { userIds, addGroups, removeGroups } = request;
  await inTransaction(ctx.db, async (tx) => {
    const groups = await lockGroups(tx, [...addGroups, ...removeGroups]).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'NotFound') throw error;
      throw new ApiError('NotFound', 'group does not exist or is a personal group: not found');
    });
    for (const group of groups) {
      const add = addGroups.includes(group.id) ? userIds : [];
      const remove = removeGroups.includes(group.id) ? userIds : [];
      await changeMembers(tx, ctx, group, { add, remove });
    }
  });
  return {};
};

/** An empty one is a name, too. Facts: platform semantics 9.2. */
function checkName(name: string): void {
  if (name.includes('DeterminedPersonalGroup')) {
    throw invalidArgument("group name cannot contain 'DeterminedPersonalGroup'");
  }
  if (name.length > maxGroupName) {
    throw invalidArgument(`group name must be at most ${maxGroupName} characters`);
  }
}
