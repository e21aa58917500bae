import { defineEvent } from '#platform/bus/bus.ts';

/** Tasks will not run again, of whatever kind. */
export const tasksEnded = defineEvent<{ taskIds: readonly string[] }>('tasks-ended');
