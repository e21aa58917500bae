import { defineEvent } from '#platform/bus/bus.ts';

/** One of the run's pins came, went or says something else. */
export const pinChanged = defineEvent<{ trialId: number; experimentId: number }>('pin-changed');
