import { defineEvent } from '#platform/bus/bus.ts';

/** Lines were added to a task's log: how many. */
export const linesAppended = defineEvent<{ taskId: string; count: number }>('lines-appended');
