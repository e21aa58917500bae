import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getExperimentHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { readStateChanges } from '../trials/shared/read-state-changes.ts';

type Route = typeof getExperimentHistoryRoute;

export async function getExperimentHistory(
  { params }: ExtRequestOf<Route>,
  { db }: Context,
): Promise<ExtReplyOf<Route>> {
  const id = params.experimentId;
  const found = await db.selectFrom('experiments').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('experiment', id);
  return readStateChanges(db, id, null);
}
