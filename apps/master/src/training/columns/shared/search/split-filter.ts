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

/** The plan of a filter; `sets` gets the conditions whose ids the database has to find for it. */
export function planOf(filter: FilterNode, columns: NamedColumns, sets: Condition[]): Plan {
  if (filter.kind === 'all') return filter;
  if (filter.kind === 'cells') return { kind: 'column', column: columns.add(filter.column), test: filter.test };
  const condition = conditionOf(filter);
  if (condition) return { kind: 'set', set: sets.push(condition) - 1 };
  // What has neither is a group: a field of the database is a condition.
  const group = filter as Extract<FilterNode, { kind: 'and' | 'or' }>;
  return { kind: group.kind, parts: group.parts.map((part) => planOf(part, columns, sets)) };
}
