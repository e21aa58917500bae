import { invalidArgument } from '@determined/contract/errors.ts';
import { dynamicColumn } from '@determined/contract/training/column-facts.ts';
import { columnFacts } from '@determined/contract/training/experiment-columns.ts';
import { dynamicRunColumn, isRunColumn, runColumns } from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import { type Expression, named } from './column-tables.ts';
import { bestMetric, runMetric, type SummaryMetric } from './dynamic-columns.ts';
import { experimentColumn } from './experiment-columns.ts';
import type { ListColumn } from './list-column.ts';
import { runColumn, runValue } from './run-columns.ts';

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
type Ordered = Pick<ListColumn, 'order' | 'nullable'>;

interface OrderOptions {
  /** Rows that are equal by all keys are ordered by id. */
  ties: Direction;
  /** The compatible searches order metrics by their text. */
  metrics?: 'as values' | 'as text';
}

export function experimentOrder(keys: readonly SortKey[], { ties, metrics = 'as values' }: OrderOptions): Expression {
  return listOrder(keys, ties, (id) => {
    const dynamic = dynamicColumn(id);
    if (dynamic?.kind === 'metric' && metrics === 'as text') return byText(bestMetric(dynamic));
    return columnFacts(id)?.sortable ? experimentColumn(id) : undefined;
  });
}

/** Facts: platform semantics 6.7. */
export function runOrder(keys: readonly SortKey[]): Expression {
  return listOrder(keys, 'asc', (id) => {
    const dynamic = dynamicRunColumn(id);
    if (dynamic?.kind === 'metric') return byText(runMetric(dynamic));
    if (dynamic) return { order: [runValue(dynamic.kind, dynamic.path)], nullable: true };
    return isRunColumn(id) && runColumns[id].sortable ? runColumn(id) : undefined;
  });
}

function listOrder(
  keys: readonly SortKey[],
  ties: Direction,
  orderOf: (id: string) => Ordered | undefined,
): Expression {
  const byId = keys.some(({ column }) => column === 'id') ? [] : [{ column: 'id', direction: ties }];
  const parts = [...keys, ...byId].flatMap(({ column, direction }) => {
    const ordered = orderOf(column);
    if (!ordered) {
      throw invalidArgument(
        column.includes('.') ? `${column} is not a valid metrics id` : `invalid sort col: ${column}`,
      );
    }
    const how = sql`${direction === 'asc' ? sql`asc` : sql`desc`}${ordered.nullable ? sql` nulls last` : sql``}`;
    return ordered.order.map((expression) => named(sql`${expression.sql} ${how}`, ...expression.joins));
  });
  return named(
    sql.join(
      parts.map((part) => part.sql),
      sql`, `,
    ),
    ...parts.flatMap((part) => part.joins),
  );
}

function byText({ text }: SummaryMetric): Ordered {
  return { order: [{ ...text, sql: sql`${text.sql} collate "C"` }], nullable: true };
}
