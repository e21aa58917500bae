import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { SearcherEvent as Shown } from '@determined/contract/training/search-calls.ts';
import type {
  completeTrialSearcherOperationRoute,
  getCurrentTrialSearcherOperationRoute,
  getSearcherEventsRoute,
  postSearcherOperationsRoute,
} from '@determined/contract/training/searchers-routes.ts';
import type { SearcherEvent } from '@determined/searchers/search-method.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';

/** What a searcher was told and decided, oldest first. */
export const getSearcherEvents: Handler<typeof getSearcherEventsRoute> = async ({ experimentId }, { db }) => {
  await searcherOf(db, { experimentId });
  const rows = await db
    .selectFrom('searcher_events')
    .select(['position', 'at', 'event', 'decided'])
    .where('experiment_id', '=', experimentId)
    .orderBy('position')
    .execute();
  return {
    searcherEvents: rows.map(({ position, at, event, decided: { created, stopped, end } }) => ({
      id: position,
      time: at,
      ...shownEvent(event),
      created,
      stopped,
      end: end ?? '',
    })),
  };
};

function shownEvent(event: SearcherEvent): Partial<Shown> & Pick<Shown, 'kind'> {
  switch (event.kind) {
    case 'initial':
      return { kind: 'INITIAL' };
    case 'validation':
      return { kind: 'VALIDATION_COMPLETED', requestId: event.requestId, metrics: { ...event.metrics } };
    case 'exited_early':
      return { kind: 'TRIAL_EXITED_EARLY', requestId: event.requestId, reason: event.reason };
    case 'exited':
      return { kind: 'TRIAL_CLOSED', requestId: event.requestId };
  }
}

export const postSearcherOperations: Handler<typeof postSearcherOperationsRoute> = async ({ experimentId }, { db }) =>
  refuseOperations(await searcherOf(db, { experimentId }));

export const getTrialOperation: Handler<typeof getCurrentTrialSearcherOperationRoute> = async ({ trialId }, { db }) =>
  refuseOperations(await searcherOf(db, { trialId }));

export const completeTrialOperation: Handler<typeof completeTrialSearcherOperationRoute> = async (
  { trialId },
  { db },
) => refuseOperations(await searcherOf(db, { trialId }));

/** Only custom searchers ever took any, and there are none any more. */
function refuseOperations(searcher: string): never {
  throw failedPrecondition(`the searcher '${searcher}' takes no operations`);
}

async function searcherOf(db: Db, of: { experimentId: number } | { trialId: number }): Promise<string> {
  const experiments = db.selectFrom('experiments as e').select('e.searcher_type');
  const row =
    'trialId' in of
      ? await experiments
          .innerJoin('trials as t', 't.experiment_id', 'e.id')
          .where('t.id', '=', of.trialId)
          .executeTakeFirst()
      : await experiments.where('e.id', '=', of.experimentId).executeTakeFirst();
  if (!row) throw 'trialId' in of ? notFound('trial', of.trialId) : notFound('experiment', of.experimentId);
  return row.searcher_type;
}
