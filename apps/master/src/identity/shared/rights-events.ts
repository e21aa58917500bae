import { defineEvent } from '#platform/bus/bus.ts';

/**
 * What a user may has changed; null: what anybody may, as when a thing goes to another workspace. Whoever holds an
 * answer open looks again.
 */
export const rightsChanged = defineEvent<{ userId: number | null }>('rights-changed');
