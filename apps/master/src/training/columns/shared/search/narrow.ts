import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Ids, Listed, OrderKey } from '../../../column-store/shared/packed-query.ts';
import { type Expression, experimentsWith, type Join, runIdsWith } from '../column-tables.ts';
import { type OrderPart, partSql } from '../list-order.ts';
import { packed, unpacked } from './packed-ids.ts';
import type { InScope } from './packed-state.ts';
import type { NamedColumns } from './split-filter.ts';

/** So many ids, or such a share of the rows, are looked up one by one; of more, all rows are looked through. */
const fewIds = { count: 20_000, share: 0.2 };

/** A list that has such a share of all runs there are is looked for by looking at all of them. */
export const mostOf = fewIds.share;

/** A key of an order; with SQL where the database gives the places by it. */
interface PlacedKey {
  key: OrderKey;
  sql: Expression | undefined;
}

export function orderKeys(order: readonly OrderPart[], columns: NamedColumns): PlacedKey[] {
  return order.map((part) => {
    const { descending } = part;
    if (part.by === 'id') return { key: { by: 'id', descending }, sql: undefined };
    const expression = partSql(part);
    if (part.by === 'cells') {
      const column = columns.add(part.column);
      return { key: { by: 'column', descending, column, how: part.how }, sql: undefined };
    }
    return { key: { by: 'places', descending, places: new Int32Array() }, sql: expression };
  });
}

export interface ListTable {
  id: RawBuilder<unknown>;
  /** With what the conditions of the search name, and other parts. */
  from: (...parts: { joins: Iterable<Join> }[]) => RawBuilder<unknown>;
  inScope: RawBuilder<SqlBool>;
  /** Selects the ids in scope that a condition holds for. */
  idsWhere: (condition: RawBuilder<SqlBool>) => RawBuilder<unknown>;
}

/** The rows of a list, in the database. */
export function listTable(search: { of: Listed; joins: ReadonlySet<Join> }, scope: InScope): ListTable {
  const isRun = search.of === 'run';
  const id = isRun ? sql`m.trial_id` : sql`e.id`;
  const inScope = scope(isRun ? 'm.project_id' : 'e.project_id');
  const from: ListTable['from'] = (...parts) =>
    isRun ? runIdsWith(search, ...parts) : experimentsWith(search, ...parts);
  return {
    id,
    from,
    inScope,
    idsWhere: (condition) => sql`select ${id} as id from ${from()} where ${inScope} and (${condition})`,
  };
}

interface Narrowing {
  left: Ids;
  /** How many rows the list has, about. */
  outOf: number;
  condition: RawBuilder<SqlBool> | undefined;
  placed: readonly PlacedKey[];
}

/** Those of `left` that the condition holds for, and their places by each of the keys. */
export async function narrowed(
  tx: Tx,
  { id, from, inScope }: ListTable,
  { left, outOf, condition, placed }: Narrowing,
): Promise<{ within: Ids; places: Ids[] }> {
  const isFew = left.length <= Math.max(fewIds.count, outOf * fewIds.share);
  const few = isFew ? sql`${id} = any(${`{${left.join()}}`}::int[])` : sql`true`;
  const expressions = placed.flatMap((key) => key.sql ?? []);
  const names = expressions.map((_, at) => sql.ref(`p${at}`));
  const ranked = expressions.map((by, at) => sql`, rank() over (order by ${by.sql})::int as ${names[at]}`);
  if (isFew) await byIndexAlone(tx, true);
  const { rows } = await sql<Record<string, Buffer | null>>`
    select ${packed(sql`id`)} as ids ${sql.join(
      names.map((name) => sql`, ${packed(name)} as ${name}`),
      sql``,
    )} from (
      select ${id} as id ${sql.join(ranked, sql``)} from ${from(...expressions)}
      where ${inScope} and ${few} and ${condition ?? sql`true`}) found`.execute(tx);
  if (isFew) await byIndexAlone(tx, false);
  const row = rows[0] ?? {};
  return { within: unpacked(row.ids), places: expressions.map((_, at) => unpacked(row[`p${at}`])) };
}

/**
 * Whether what belongs to a row is looked up by index, a row at a time. By itself the database would rather read all there is of it,
 * as it takes most conditions for ones that nearly everything meets.
 */
async function byIndexAlone(tx: Tx, alone: boolean): Promise<void> {
  const others = alone ? 'off' : 'on';
  await sql`select set_config('enable_hashjoin', ${others}, true), set_config('enable_mergejoin', ${others}, true)`.execute(
    tx,
  );
}
