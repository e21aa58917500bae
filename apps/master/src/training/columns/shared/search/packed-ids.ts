import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Ids } from '../../../column-store/shared/packed-query.ts';

/** Many numbers as one value: a row each would cost more than finding them. */
export const packed = (number: RawBuilder<unknown>) => sql`string_agg(int4send(${number}), ''::bytea)`;

/** Numbers as PostgreSQL sends them. */
export function unpacked(bytes: Buffer | null | undefined): Ids {
  if (!bytes) return new Int32Array();
  const copy = Buffer.from(new Uint8Array(bytes).buffer).swap32();
  return new Int32Array(copy.buffer, copy.byteOffset, copy.length / 4);
}

/** The same, of eight bytes each, with a part behind the point. */
export function unpackedFloats(bytes: Buffer | null): Float64Array {
  if (!bytes) return new Float64Array();
  const copy = Buffer.from(new Uint8Array(bytes).buffer).swap64();
  return new Float64Array(copy.buffer, copy.byteOffset, copy.length / 8);
}

/** Selects, as `ids`, those that a statement selects as its `id`. */
export const packedIds = (statement: RawBuilder<unknown>) =>
  sql`select ${packed(sql`id`)} as ids from (${statement}) found`;

export async function idsOf(tx: Tx, statement: RawBuilder<unknown>): Promise<Ids> {
  const { rows } = await sql<{ ids: Buffer | null }>`${packedIds(statement)}`.execute(tx);
  return unpacked(rows[0]?.ids);
}
