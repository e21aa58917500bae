import type { TableViewState } from '@determined/contract/training/table-view.ts';
import type { LinkedView } from '@determined/contract/training/view-ext-routes.ts';

/** The same text for the same state. */
export function stateText(state: LinkedView['state']): string {
  return JSON.stringify(inOrder(state));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]),
  );
}

// The contract's schema has held it to its form before it was stored.
export const readState = (text: string): TableViewState => JSON.parse(text) as TableViewState;
/** What a link shows. */
export const readLinked = (table: LinkedView['table'], text: string): LinkedView =>
  ({ table, state: JSON.parse(text) }) as LinkedView;
