import { defineEvent } from '#platform/bus/bus.ts';

/** Sessions or rights of a user changed: nobody may go on with what was known of him. */
export const sessionsChanged = defineEvent<{ userId: number }>('sessions-changed');
