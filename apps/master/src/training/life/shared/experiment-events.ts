import { defineEvent } from '#platform/bus/bus.ts';

export const experimentChanged = defineEvent<{ experimentId: number; projectId: number }>('experiment-changed');
/** How far an experiment has come, as one of its trials reported. */
export const experimentProgressed = defineEvent<{ experimentId: number }>('experiment-progressed');
