import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnName, type PackedColumn } from '../../../column-store/shared/cells.ts';
import type { Plan } from '../../../column-store/shared/packed-query.ts';
import type { FilterNode } from '../search-filter.ts';

type Condition = RawBuilder<SqlBool>;

export interface SplitFilter {
  /** What the database is to ask of what the rest finds; undefined: nothing. */
  condition: Condition | undefined;
  /** What packed columns have to be asked; undefined: nothing. */
  rest: FilterNode | undefined;
}

/** A filter in two parts that must both hold: what the database has by itself, and what takes packed columns. */
export function splitFilter(filter: FilterNode): SplitFilter {
  const whole = conditionOf(filter);
  if (whole) return { condition: filter.kind === 'all' ? undefined : whole, rest: undefined };
  if (filter.kind !== 'and') return { condition: undefined, rest: filter };
  const plain = filter.parts.flatMap((part) => (part.kind === 'all' ? [] : (conditionOf(part) ?? [])));
  const rest = filter.parts.filter((part) => !conditionOf(part));
  return { condition: plain.length > 0 ? joined('and', plain) : undefined, rest: { kind: 'and', parts: rest } };
}

/** Undefined where it asks for a packed column. */
function conditionOf(node: FilterNode): Condition | undefined {
  if (node.kind === 'cells') return undefined;
  if (node.kind === 'sql') return node.sql;
  if (node.kind === 'all') return sql<SqlBool>`true`;
  const parts = node.parts.map(conditionOf);
  return parts.every((part) => part !== undefined) ? joined(node.kind, parts) : undefined;
}

function joined(conjunction: 'and' | 'or', parts: readonly Condition[]): Condition {
  const bracketed = parts.map((part) => sql<SqlBool>`(${part})`);
  return sql<SqlBool>`(${sql.join(bracketed, conjunction === 'and' ? sql` and ` : sql` or `)})`;
}

/** The columns that a query names, each once. */
export class NamedColumns {
  readonly columns: PackedColumn[] = [];
  private readonly places = new Map<string, number>();

  /** The column's place. */
  add(column: PackedColumn): number {
    const name = columnName(column);
    const place = this.places.get(name) ?? this.columns.push(column) - 1;
    this.places.set(name, place);
    return place;
  }
}

/** What a condition finds, which the database alone knows. */
export type SetOfRows = Pick<Extract<FilterNode, { kind: 'sql' }>, 'sql' | 'alone'>;

/** The plan of a filter; `sets` gets the conditions whose ids the database has to find for it. */
export function planOf(filter: FilterNode, columns: NamedColumns, sets: SetOfRows[]): Plan {
  const condition = filter.kind === 'all' || filter.kind === 'sql' ? undefined : conditionOf(filter);
  if (condition) return { kind: 'set', set: sets.push({ sql: condition }) - 1 };
  return partsOf(filter, columns, sets, planOf);
}

/** The same with a part for each condition and group, as they stand in the filter. */
export function planOfLines(filter: FilterNode, columns: NamedColumns, sets: SetOfRows[]): Plan {
  return partsOf(filter, columns, sets, planOfLines);
}

function partsOf(filter: FilterNode, columns: NamedColumns, sets: SetOfRows[], part: typeof planOf): Plan {
  switch (filter.kind) {
    case 'all':
      return filter;
    case 'cells':
      return { kind: 'column', column: columns.add(filter.column), test: filter.test };
    case 'sql':
      return { kind: 'set', set: sets.push(filter) - 1 };
    default:
      return { kind: filter.kind, parts: filter.parts.map((one) => part(one, columns, sets)) };
  }
}
