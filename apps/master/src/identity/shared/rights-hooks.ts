import { defineHook } from '#platform/hook.ts';

/**
 * Users are about to lose what they may: by a group that they leave, which may be on its way out itself, or altogether
 * without one. What is changed is locked.
 */
export const rightsEnding = defineHook<RightsLost>('rights-ending');

export interface RightsLost {
  userIds: readonly number[];
  groupId?: number;
}
