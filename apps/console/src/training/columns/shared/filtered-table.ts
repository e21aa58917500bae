import type { getColumnValuesRoute } from '@determined/contract/training/values-ext-routes.ts';
import { createContext } from 'react';
import type { Request } from '#platform/api/call.ts';

export interface FilteredTable {
  projectId: number;
  /** Which of the table's rows are looked through for the values that a condition can ask for. */
  rows: Pick<Request<typeof getColumnValuesRoute>['query'], 'of' | 'archived' | 'filter'>;
  /** What a row is. */
  noun: string;
  nouns: string;
}

/** The table that a filter is of, for the fields of its conditions; null where it is of none. */
export const FilteredTableContext = createContext<FilteredTable | null>(null);
