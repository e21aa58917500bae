import { defineEvent } from '#platform/bus/bus.ts';

/** Somebody has asked to delete an experiment. */
export const deletionAsked = defineEvent<{ experimentId: number }>('experiment-deletion-asked');
