import type { Tx } from '#platform/db/database.ts';

/** Holds the workspace's row, so that the answer stays true until the transaction ends. */
export async function workspaceIsArchived(tx: Tx, workspaceId: number): Promise<boolean> {
  const { archived } = await tx
    .selectFrom('workspaces')
    .select('archived')
    .where('id', '=', workspaceId)
    .forShare()
    .executeTakeFirstOrThrow();
  return archived;
}
