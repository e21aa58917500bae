import type { ColumnType } from '@determined/contract/training/column-facts.ts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOfLife } from '../../life/shared/shown-state.ts';
import type { Expression } from './column-tables.ts';
import { type ColumnKind, columnTypes } from './column-types.ts';

/** A column in the database: what lists are searched and ordered by. */
export interface ListColumn {
  /** What conditions compare, by its kind; null where there is nothing, and then no comparison holds. */
  value: Expression;
  kind: ColumnKind;
  /** What lists are ordered by, the first key first. */
  order: readonly Expression[];
  /** The order says that rows without a value come last; an index serves only an order that says the same of them. */
  nullable: boolean;
}

/** Texts are ordered as people do, not by their bytes. */
const words = (text: RawBuilder<unknown>) => sql`${text} collate "und-x-icu"`;

export interface OrderParts {
  /** Where it is not that of the value. */
  order?: Expression | readonly Expression[];
  nullable?: boolean;
}

export function listColumn(type: ColumnType, value: Expression, { order, nullable = false }: OrderParts): ListColumn {
  const { kind } = columnTypes[type];
  const inOrder = kind === 'text' ? words : kind === 'state' ? inOrderOfLife : (x: RawBuilder<unknown>) => x;
  return { value, kind, order: [order ?? { ...value, sql: inOrder(value.sql) }].flat(), nullable };
}
