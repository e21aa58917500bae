import { defineEvent } from '#platform/bus/bus.ts';

/** Checkpoints of these were reported or changed. */
export const checkpointsChanged = defineEvent<{ trialIds: number[]; experimentIds: number[] }>('checkpoints-changed');
