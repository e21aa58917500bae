import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PinsTable } from './pin-tables.ts';

export type PinRow = Selectable<PinsTable>;

export async function insertPin(tx: Tx, pin: Insertable<PinsTable>): Promise<PinRow> {
  return tx.insertInto('pins').values(pin).returningAll().executeTakeFirstOrThrow();
}

/** Gives it another text, of which it is another version. */
export async function rewritePin(tx: Tx, id: number, text: string): Promise<PinRow> {
  return tx
    .updateTable('pins')
    .set((eb) => ({ text, version: eb('version', '+', 1), edited_at: sql<string>`now()` }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removePin(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('pins').where('id', '=', id).execute();
}
