import { defineEvent } from '#platform/bus/bus.ts';

/** Reports of these trials were stored. One event a transaction, each trial once. */
export const metricsReported = defineEvent<{ trials: { trialId: number; experimentId: number }[] }>('metrics-reported');
