import { defineHook } from '#platform/hook.ts';

/** Somebody asks to delete a project: what lies in it may refuse before anything goes. Its row is locked. */
export const projectDeletionAsked = defineHook<{ projectId: number }>('project-deletion-asked');

/** A project's row is about to be deleted: what lies in it goes with it, or refuses. Its row is locked. */
export const projectDeleting = defineHook<{ projectId: number }>('project-deleting');
