import { defineHook } from '#platform/hook.ts';

/**
 * A workspace is deleted: what lies in it goes with it, now or in the background, or refuses. Its row is locked. Run again
 * when all that went in the background is gone, then without `asked`.
 */
export const workspaceDeleting = defineHook<{ workspaceId: number; asked?: { by: number; at: Date } }>(
  'workspace-deleting',
);
