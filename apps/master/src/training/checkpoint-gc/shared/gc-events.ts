import { defineEvent } from '#platform/bus/bus.ts';

/** Something is wished for, or a task that deletes files of an experiment has ended. */
export const gcAdvanced = defineEvent<{ experimentId: number }>('checkpoint-gc-advanced');
