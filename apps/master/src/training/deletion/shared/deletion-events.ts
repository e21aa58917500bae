import { defineEvent } from '#platform/bus/bus.ts';
import { defineHook } from '#platform/hook.ts';

/** Somebody has asked to delete an experiment. */
export const deletionAsked = defineEvent<{ experimentId: number }>('experiment-deletion-asked');

/** What was asked for cannot be deleted, and is seen again. */
export const deletionFailed = defineHook<{ kind: 'experiment' | 'run'; id: number; error: string }>('deletion-failed');
