import { notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';

/** The scope of a workspace that there is: 0, which no workspace has, would be the cluster's. */
export async function workspaceScope(db: Db, workspaceId: number): Promise<number> {
  const found = await db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).executeTakeFirst();
  if (!found) throw notFound('workspace', workspaceId);
  return found.id;
}
