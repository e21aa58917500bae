import type { Db } from './database.ts';

/** Stores what is true of the whole cluster from now on; false where it is known already, and stays as it is. */
export async function storeFact(db: Db, name: string, value: unknown): Promise<boolean> {
  const stored = await db
    .insertInto('cluster_facts')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return stored !== undefined;
}
