import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getTrialHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { readStateChanges } from './shared/read-state-changes.ts';

type Route = typeof getTrialHistoryRoute;

export async function getTrialHistory({ params }: ExtRequestOf<Route>, { db }: Context): Promise<ExtReplyOf<Route>> {
  const id = params.trialId;
  const trial = await db.selectFrom('trials').select('experiment_id').where('id', '=', id).executeTakeFirst();
  if (!trial) throw notFound('trial', id);
  return readStateChanges(db, trial.experiment_id, id);
}
