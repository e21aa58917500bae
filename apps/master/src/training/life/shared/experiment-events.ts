import { defineEvent } from '#platform/bus/bus.ts';

export const experimentChanged = defineEvent<{ experimentId: number; projectId: number }>('experiment-changed');
