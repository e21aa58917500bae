import { defineEvent } from '#platform/bus/bus.ts';

/** It was made, named anew or deleted, or others are in it. */
export const groupChanged = defineEvent<{ groupId: number }>('group-changed');
