import { invalidArgument } from '@determined/contract/errors.ts';
import { columnFacts, dynamicColumn } from '@determined/contract/training/experiment-columns.ts';
import { sql } from 'kysely';
import { bestMetric } from './dynamic-columns.ts';
import { experimentColumn } from './experiment-columns.ts';
import { type Expression, named } from './experiment-tables.ts';

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

interface OrderOptions {
  /** Rows that are equal by all keys are ordered by id. */
  ties: 'asc' | 'desc';
  /** The compatible search orders metrics by their text. */
  metrics?: 'as values' | 'as text';
}

export function experimentOrder(keys: readonly SortKey[], { ties, metrics = 'as values' }: OrderOptions): Expression {
  const byId = keys.some(({ column }) => column === 'id') ? [] : [{ column: 'id', direction: ties }];
  const parts = [...keys, ...byId].flatMap(({ column, direction }) => {
    const { order, nullable } = orderOf(column, metrics);
    const how = sql`${direction === 'asc' ? sql`asc` : sql`desc`}${nullable ? sql` nulls last` : sql``}`;
    return order.map((expression) => named(sql`${expression.sql} ${how}`, ...expression.joins));
  });
  return named(
    sql.join(
      parts.map((part) => part.sql),
      sql`, `,
    ),
    ...parts.flatMap((part) => part.joins),
  );
}

function orderOf(id: string, metrics: OrderOptions['metrics']): { order: readonly Expression[]; nullable: boolean } {
  const column = columnFacts(id)?.sortable ? experimentColumn(id) : undefined;
  if (!column) throw invalidArgument(id.includes('.') ? `${id} is not a valid metrics id` : `invalid sort col: ${id}`);
  const dynamic = dynamicColumn(id);
  if (dynamic?.kind !== 'metric' || metrics === 'as values') return column;
  const { text } = bestMetric(dynamic);
  return { order: [{ ...text, sql: sql`${text.sql} collate "C"` }], nullable: true };
}
