/** What is ticked in a table: these, or all that its filter finds but these. */
export type Selection =
  | { type: 'ONLY_IN'; selections: readonly number[] }
  | { type: 'ALL_EXCEPT'; exclusions: readonly number[] };

export const nothingSelected: Selection = { type: 'ONLY_IN', selections: [] };
export const allSelected: Selection = { type: 'ALL_EXCEPT', exclusions: [] };

export function isSelected(selection: Selection, id: number): boolean {
  return selection.type === 'ONLY_IN' ? selection.selections.includes(id) : !selection.exclusions.includes(id);
}

/** With these ticked, or not. */
export function select(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const listed = selection.type === 'ONLY_IN' ? selection.selections : selection.exclusions;
  const adds = on === (selection.type === 'ONLY_IN');
  const next = adds ? [...new Set([...listed, ...ids])] : listed.filter((id) => !ids.includes(id));
  return selection.type === 'ONLY_IN'
    ? { type: 'ONLY_IN', selections: next }
    : { type: 'ALL_EXCEPT', exclusions: next };
}

/** How many that is, of so many that the filter finds. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.type === 'ONLY_IN' ? selection.selections.length : Math.max(0, total - selection.exclusions.length);
}

/** What was stored, if it is of this form. */
export function readSelection(stored: unknown): Selection {
  const { type, selections, exclusions } = (stored ?? {}) as Record<string, unknown>;
  const ids = (list: unknown) => (Array.isArray(list) ? list.filter((id) => Number.isSafeInteger(id)) : []);
  if (type === 'ALL_EXCEPT') return { type, exclusions: ids(exclusions) };
  return { type: 'ONLY_IN', selections: ids(selections) };
}
