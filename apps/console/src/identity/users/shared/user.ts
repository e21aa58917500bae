import type { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import type { Subject } from '#platform/actions/action.ts';
import type { Answer } from '#platform/api/call.ts';
import { displayName } from '#platform/session/session.ts';

type Stored = Answer<typeof getUsersRoute>['users'][number];

/** A user as lists and actions take him. */
export interface User extends Stored, Subject {
  id: number;
}

export const userOf = (stored: Stored): User => ({ ...stored, name: displayName(stored) });
