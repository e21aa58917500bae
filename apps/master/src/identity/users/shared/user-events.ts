import { defineEvent } from '#platform/bus/bus.ts';

export const userChanged = defineEvent<{ userId: number }>('user-changed');
