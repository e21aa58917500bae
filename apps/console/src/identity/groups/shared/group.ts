import type { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import type { Subject } from '#platform/actions/action.ts';
import type { Answer } from '#platform/api/call.ts';

export type StoredGroup = Answer<typeof getGroupRowsRoute>['groups'][number];

/** A group as lists and actions take it. */
export interface Group extends StoredGroup, Subject {
  id: number;
  name: string;
  /** Its roles in words, one each. */
  gives: readonly string[];
}
