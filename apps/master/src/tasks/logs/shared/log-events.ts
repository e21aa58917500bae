import { defineEvent } from '#platform/bus/bus.ts';

/** Lines were added to a task's log: how many of them are to be sealed yet. */
export const linesAppended = defineEvent<{ taskId: string; unsealed: number }>('lines-appended');
