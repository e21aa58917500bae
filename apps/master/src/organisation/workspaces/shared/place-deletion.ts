import { defineEvent } from '#platform/bus/bus.ts';

/** Workspaces and projects have a state only while, or after, they are deleted. The names are the wire's, without a prefix. */
export type PlaceState = 'UNSPECIFIED' | 'DELETING' | 'DELETE_FAILED';

/** Somebody has asked to delete a project that holds experiments, alone or with its workspace. */
export const placeDeletionAsked = defineEvent<{ projectId: number }>('place-deletion-asked');

/** What is stored of a place whose deletion begins, or begins anew. */
export const deletionBegun = (userId: number, at: Date) => ({
  state: 'DELETING' as const,
  error_message: '',
  deletion_requested_at: at.toISOString(),
  deletion_requested_by: userId,
});
