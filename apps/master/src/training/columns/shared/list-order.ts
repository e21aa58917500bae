import { invalidArgument } from '@determined/contract/errors.ts';
import { dynamicColumn } from '@determined/contract/training/column-facts.ts';
import { columnFacts } from '@determined/contract/training/experiment-columns.ts';
import { dynamicRunColumn, isRunColumn, runColumns } from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import type { CellOrder, PackedColumn } from '../../column-store/shared/cells.ts';
import { configuredColumn, metricColumnOf, sampledColumn } from '../../column-store/shared/packed-columns.ts';
import { type Expression, named } from './column-tables.ts';
import { experimentColumn } from './experiment-columns.ts';
import type { ListColumn } from './list-column.ts';
import { runColumn, runMetadata } from './run-columns.ts';

export interface SortKey {
  column: string;
  direction: 'asc' | 'desc';
}

const mostKeys = 50;

/** `column=asc|desc`, several with commas between. Facts: platform semantics 6.7. */
export function readSort(sort: string): SortKey[] {
  const keys = sort.split(',');
  if (keys.length > mostKeys) throw invalidArgument(`invalid sort parameter: more than ${mostKeys} columns`);
  return keys.map((key) => {
    const [column = '', direction = '', ...rest] = key.split('=');
    if (rest.length > 0 || !key.includes('=')) throw invalidArgument(`invalid sort parameter: ${key}`);
    if (direction !== 'asc' && direction !== 'desc') throw invalidArgument(`invalid sort direction: ${direction}`);
    return { column, direction };
  });
}

/** Orders of a project's experiments that an index has, archived ones among them or not: nothing is put in order. */
export function inIndexOrder(keys: readonly SortKey[]): boolean {
  return keys.length === 1 && ['id', 'searcherMetricsVal'].includes(keys[0]?.column ?? '');
}

type Direction = SortKey['direction'];

/** A key of an order: an expression of the database, or a column that is packed. */
export type OrderPart = { descending: boolean } & (
  | { by: 'id' | 'expressions'; expressions: readonly Expression[]; nullable: boolean }
  | { by: 'cells'; column: PackedColumn; how: CellOrder }
);

interface OrderOptions {
  /** Rows that are equal by all keys are ordered by id. */
  ties: Direction;
  metrics?: 'as metric' | 'as text';
}

export function experimentOrder(keys: readonly SortKey[], { ties, metrics = 'as metric' }: OrderOptions): OrderPart[] {
  return listOrder(keys, ties, (id) => {
    const dynamic = dynamicColumn(id);
    if (dynamic?.kind === 'hyperparameter') return { column: configuredColumn(dynamic.path), how: 'as configured' };
    const metric = metricColumnOf(id);
    if (metric) return { column: metric, how: metrics };
    return columnFacts(id)?.sortable ? experimentColumn(id) : undefined;
  });
}

/** Facts: platform semantics 6.7. */
export function runOrder(keys: readonly SortKey[], { ties = 'asc' }: { ties?: Direction } = {}): OrderPart[] {
  return listOrder(keys, ties, (id) => {
    const dynamic = dynamicRunColumn(id);
    if (dynamic?.kind === 'hyperparameter') return { column: sampledColumn(dynamic.path), how: 'as given' };
    if (dynamic?.kind === 'metadata') return { order: [runMetadata(dynamic.path)], nullable: true };
    const metric = metricColumnOf(id);
    if (metric) return { column: metric, how: 'as text' };
    return isRunColumn(id) && runColumns[id].sortable ? runColumn(id) : undefined;
  });
}

type Ordered = Pick<ListColumn, 'order' | 'nullable'> | { column: PackedColumn; how: CellOrder };

function listOrder(
  keys: readonly SortKey[],
  ties: Direction,
  orderOf: (id: string) => Ordered | undefined,
): OrderPart[] {
  const byId = keys.some(({ column }) => column === 'id') ? [] : [{ column: 'id', direction: ties }];
  return [...keys, ...byId].map(({ column, direction }) => {
    const ordered = orderOf(column);
    if (!ordered) {
      throw invalidArgument(
        column.includes('.') ? `${column} is not a valid metrics id` : `invalid sort col: ${column}`,
      );
    }
    const descending = direction === 'desc';
    if ('column' in ordered) return { by: 'cells', descending, ...ordered };
    const { order: expressions, nullable } = ordered;
    return { by: column === 'id' ? 'id' : 'expressions', descending, expressions, nullable };
  });
}

/** What stands behind `order by`. Undefined where a column of it is packed: the database does not have that. */
export function orderSql(parts: readonly OrderPart[], from: 'first' | 'last' = 'first'): Expression | undefined {
  const all = parts.map((part) => partSql(part, from));
  return all.every((part) => part !== undefined) ? listed(all) : undefined;
}

/** One key, where the database has it. */
export function partSql(part: OrderPart, from: 'first' | 'last' = 'first'): Expression | undefined {
  if (part.by === 'cells') return undefined;
  const isBackwards = from === 'last';
  const nulls = isBackwards ? sql` nulls first` : sql` nulls last`;
  const how = sql`${part.descending !== isBackwards ? sql`desc` : sql`asc`}${part.nullable ? nulls : sql``}`;
  return listed(part.expressions.map((expression) => ({ ...expression, sql: sql`${expression.sql} ${how}` })));
}

function listed(expressions: readonly Expression[]): Expression {
  const together = sql.join(
    expressions.map((expression) => expression.sql),
    sql`, `,
  );
  return named(together, ...expressions.flatMap(({ joins }) => [...joins]));
}
