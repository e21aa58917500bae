import { type Asked, rowRange } from '@determined/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

interface Statements {
  /** Selects the `total`. */
  counted: RawBuilder<unknown>;
  /** Selects the `id`s in their order. */
  found: RawBuilder<unknown>;
  /** The same, the last first. */
  backwards: RawBuilder<unknown>;
}

/**
 * One page of a big list: counts, then the ids in order, from the end that is nearer; the details are read of those ids alone.
 * @param db sees one moment throughout: what is counted is what is found.
 */
export async function readIdPage(db: Tx, asked: Asked, { counted, found, backwards }: Statements) {
  const all = await sql<{ total: number }>`${counted}`.execute(db);
  const { skip, take, pagination } = rowRange(asked, all.rows[0]?.total ?? 0);
  if (take === 0) return { ids: [], pagination };
  const behind = pagination.total - skip - take;
  const isNearEnd = behind < skip;
  const [listed, before] = isNearEnd ? [backwards, behind] : [found, skip];
  const page = await sql<{ id: number }>`${listed} offset ${before} limit ${take}`.execute(db);
  const ids = page.rows.map(({ id }) => id);
  return { ids: isNearEnd ? ids.reverse() : ids, pagination };
}
