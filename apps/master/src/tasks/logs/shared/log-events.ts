import { defineEvent } from '#platform/bus/bus.ts';

/** Lines were added to a task's log. */
export const linesAppended = defineEvent<{ taskId: string }>('lines-appended');
