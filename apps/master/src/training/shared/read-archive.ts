import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Read so much at a time: an archive is never held whole. */
const pieceBytes = 1024 * 1024;

/** Nothing for an experiment without files, or one that is deleted meanwhile. */
export async function* readArchive(db: Db, experimentId: number): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += pieceBytes) {
    const row = await db
      .selectFrom('experiment_model_definitions')
      .select(sql<Buffer>`substring(archive from ${from}::integer for ${pieceBytes}::integer)`.as('piece'))
      .where('experiment_id', '=', experimentId)
      .executeTakeFirst();
    if (row) yield row.piece;
    if (!row || row.piece.length < pieceBytes) return;
  }
}
