import { defineHook } from '#platform/hook.ts';

/** A workspace is about to be deleted: what lies in it goes with it, or refuses. Its row is locked. */
export const workspaceDeleting = defineHook<{ workspaceId: number }>('workspace-deleting');
