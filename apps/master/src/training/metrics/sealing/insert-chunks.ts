import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ChunkPack, PackedChunk, PackedColumns, Slice } from './pack-chunks.ts';

/** Writes chunks of a pack. */
export async function insertChunks(tx: Tx, { bytes }: ChunkPack, chunks: readonly PackedChunk[]): Promise<void> {
  const rows = chunks.map(({ columns, ...chunk }) => chunk);
  const place = ({ axis, others, batches, ...row }: (typeof rows)[number]) => ({
    ...row,
    ...placeOf('axis', axis),
    ...placeOf('others', others),
    ...placeOf('batches', batches),
  });
  const { rows: placed } = await sql<{ id: number; first_id: number }>`
    insert into metric_chunks (trial_id, group_name, first_id, last_id, row_count, min_steps, max_steps, min_run,
      first_time, last_time, axis, other_names, others, batches)
    select c."trialId", c."group", c."firstId", c."lastId", c.rows, c."minSteps", c."maxSteps", c."minRun", c."firstTime",
      c."lastTime", substring(b.bytes from c.axis_from for c.axis_length), c."otherNames",
      substring(b.bytes from c.others_from for c.others_length), substring(b.bytes from c.batches_from for c.batches_length)
    from (select ${bytesOf(bytes)}::bytea as bytes) b,
      json_to_recordset(${JSON.stringify(rows.map(place))}::json) as c ("trialId" int, "group" text, "firstId" bigint,
        "lastId" bigint, rows int, "minSteps" int, "maxSteps" int, "minRun" int, "firstTime" timestamptz,
        "lastTime" timestamptz, axis_from int, axis_length int, "otherNames" text[], others_from int, others_length int,
        batches_from int, batches_length int)
    returning id, first_id`.execute(tx);
  // No report is in two chunks.
  const ids = new Map(placed.map(({ id, first_id }) => [first_id, id]));
  const columns = chunks.map((chunk) => ({ chunkId: ids.get(chunk.firstId) ?? 0, columns: chunk.columns }));
  await insertColumns(tx, bytes, columns);
}

/** Writes columns of chunks that stand already; a report may carry thousands. */
export async function insertColumns(
  tx: Tx,
  bytes: Uint8Array,
  all: readonly { chunkId: number; columns: PackedColumns }[],
): Promise<void> {
  const columns = all.flatMap(({ chunkId, columns: { from, names, lengths } }) => {
    let at = from;
    return names.map((name, index) => {
      const [data = 0, rollup = 0] = lengths.slice(index * 2, index * 2 + 2);
      // PostgreSQL counts from one.
      const column = { chunkId, name, at: at + 1, data, rollup };
      at += data + rollup;
      return column;
    });
  });
  if (columns.length === 0) return;
  await sql`
    insert into metric_columns (chunk_id, name, data, rollup)
    select c.chunk_id, c.name, substring(b.bytes from c.at for c.data), substring(b.bytes from c.at + c.data for c.rollup)
    from (select ${bytesOf(bytes)}::bytea as bytes) b,
      unnest(${columns.map((column) => column.chunkId)}::bigint[], ${columns.map((column) => column.name)}::text[],
        ${columns.map((column) => column.at)}::int[], ${columns.map((column) => column.data)}::int[],
        ${columns.map((column) => column.rollup)}::int[])
        as c (chunk_id, name, at, data, rollup)`.execute(tx);
}

const placeOf = (name: string, slice: Slice) =>
  slice === null ? {} : { [`${name}_from`]: slice[0] + 1, [`${name}_length`]: slice[1] };

/** The driver sends a buffer as it is. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
