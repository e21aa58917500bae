import { createHash } from 'node:crypto';
import { ApiError, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getViewLinkRoute, postViewLinkRoute } from '@determined/contract/training/view-ext-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { readLinked, stateText } from './view-state.ts';
import { insertViewLink } from './view-store.ts';

/** Long enough that no two states have the same; it is no secret. */
const keyBytes = 10;

export async function postViewLink(
  { params: { projectId }, body }: ExtRequestOf<typeof postViewLinkRoute>,
  { db }: Context,
): Promise<ExtReplyOf<typeof postViewLinkRoute>> {
  const text = stateText(body.state);
  const hash = createHash('sha256')
    .update(JSON.stringify([projectId, body.table, text]))
    .digest();
  const key = BigInt(`0x${hash.subarray(0, keyBytes).toString('hex')}`).toString(36);
  await inTransaction(db, (tx) =>
    insertViewLink(tx, { key, project_id: projectId, table_key: body.table, state: text }),
  );
  return { key };
}

export async function getViewLink(
  { params: { key } }: ExtRequestOf<typeof getViewLinkRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getViewLinkRoute>> {
  const missing = notFound('view', key);
  const link = await ctx.db.selectFrom('view_links').selectAll().where('key', '=', key).executeTakeFirst();
  if (!link) throw missing;
  await ctx.require('project', link.project_id).catch((error) => {
    // The project's number is not for who may not see it.
    throw error instanceof ApiError && error.code === 'NotFound' ? missing : error;
  });
  return { projectId: link.project_id, ...readLinked(link.table_key, link.state) };
}
