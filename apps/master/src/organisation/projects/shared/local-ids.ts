import type { Tx } from '#platform/db/database.ts';

/** Runs are numbered within their project: `<key>-<n>`. The first of so many new numbers. */
export async function takeLocalIds(tx: Tx, projectId: number, count: number): Promise<number> {
  const row = await tx
    .updateTable('projects')
    .set((eb) => ({ last_local_id: eb('last_local_id', '+', count) }))
    .where('id', '=', projectId)
    .returning('last_local_id')
    .executeTakeFirstOrThrow();
  return row.last_local_id - count + 1;
}
