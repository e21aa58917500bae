import { type Asked, rowRange } from '@determined/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

interface Statements {
  /** Selects the `total`. */
  counted: RawBuilder<unknown>;
  /** Selects the `id`s in their order. */
  found: RawBuilder<unknown>;
}

/** One page of a big list: counts, then the ids in order; the details are read of those ids alone. */
export async function readIdPage(db: Tx, asked: Asked, { counted, found }: Statements) {
  const all = await sql<{ total: number }>`${counted}`.execute(db);
  const { skip, take, pagination } = rowRange(asked, all.rows[0]?.total ?? 0);
  if (take === 0) return { ids: [], pagination };
  const page = await sql<{ id: number }>`${found} offset ${skip} limit ${take}`.execute(db);
  return { ids: page.rows.map(({ id }) => id), pagination };
}
