import { createHash } from 'node:crypto';
import type { Db } from '#platform/db/database.ts';

/** The id of a checkpoint storage, stored when it is new. Keys that are null count as absent. */
export async function storageBackendId(db: Db, config: Record<string, unknown>): Promise<number> {
  const text = JSON.stringify(canonical(config));
  const digest = createHash('sha256').update(text).digest();
  await db
    .insertInto('storage_backends')
    .values({ config: text, digest })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  const stored = await db
    .selectFrom('storage_backends')
    .select('id')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return stored.id;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, item]) => [name, canonical(item)]),
  );
}
