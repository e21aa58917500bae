import { defineHook } from '#platform/hook.ts';

/** A project's row is about to be deleted: what lies in it goes with it, or refuses. Its row is locked. */
export const projectDeleting = defineHook<{ projectId: number }>('project-deleting');
