import type { ProjectColumn } from '@determined/contract/organisation/projects-generated.ts';
import type { ColumnType } from '@determined/contract/training/column-facts.ts';

/** What kind of value a column is compared with in filters. Facts: platform semantics 6.3. */
export type ColumnKind = 'text' | 'number' | 'time' | 'state' | 'boolean';

const text = { kind: 'text', wire: 'COLUMN_TYPE_TEXT' } as const;
const number = { kind: 'number', wire: 'COLUMN_TYPE_NUMBER' } as const;

/** How conditions treat a type of column, and what the call for a project's columns says of it. */
export const columnTypes: Record<ColumnType, { kind: ColumnKind; wire: ProjectColumn['type'] }> = {
  name: text,
  text,
  tags: text,
  state: { kind: 'state', wire: 'COLUMN_TYPE_TEXT' },
  // Shown by name, compared by the account's id.
  user: { kind: 'number', wire: 'COLUMN_TYPE_TEXT' },
  time: { kind: 'time', wire: 'COLUMN_TYPE_DATE' },
  id: number,
  number,
  duration: number,
  bytes: number,
  share: number,
  experiment: number,
  metric: number,
  boolean: { kind: 'boolean', wire: 'COLUMN_TYPE_UNSPECIFIED' },
  curve: { kind: 'number', wire: 'COLUMN_TYPE_ARRAY' },
  reported: { kind: 'number', wire: 'COLUMN_TYPE_UNSPECIFIED' },
  hyperparameter: { kind: 'text', wire: 'COLUMN_TYPE_UNSPECIFIED' },
};

/** JSON has no NaN: the contract reads these words back as numbers. */
export function wordOf(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
