import { defineEvent } from '#platform/bus/bus.ts';

/** A generic task was made, or its state changed. */
export const genericTaskChanged = defineEvent<{ taskId: string }>('generic-task-changed');
