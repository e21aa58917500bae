import { notFound } from '@determined/contract/errors.ts';
import { rowRange } from '@determined/contract/paging.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { inOrderOfLife, runIsGoing, storedStates } from '../life/shared/shown-state.ts';
import { joinedTrials, logRetentionDays, trialViews } from './shared/trial-view.ts';

const signed = (value: RawBuilder<unknown>) => sql`case when e.smaller_is_better then ${value} else -${value} end`;

const sorts: Record<RequestOf<typeof getExperimentTrialsRoute>['sortBy'], RawBuilder<unknown>> = {
  SORT_BY_UNSPECIFIED: sql`t.id`,
  SORT_BY_ID: sql`t.id`,
  SORT_BY_START_TIME: sql`t.start_time`,
  SORT_BY_END_TIME: sql`t.end_time`,
  SORT_BY_STATE: inOrderOfLife(sql`t.state`),
  SORT_BY_BEST_VALIDATION_METRIC: sql`m.searcher_metric_value_signed`,
  SORT_BY_LATEST_VALIDATION_METRIC: signed(
    sql`nullif(m.latest_validation #>> array['metrics', e.searcher_metric], '')::float8`,
  ),
  SORT_BY_BATCHES_PROCESSED: sql`m.total_batches`,
  SORT_BY_DURATION: sql`coalesce(t.end_time, now()) - t.start_time`,
  SORT_BY_RESTARTS: sql`t.restarts`,
  SORT_BY_CHECKPOINT_SIZE: sql`t.checkpoint_size`,
  SORT_BY_LOG_RETENTION_DAYS: logRetentionDays,
};

export const listTrials: Handler<typeof getExperimentTrialsRoute> = async (request, { master, db }) => {
  const { experimentId } = request;
  const experiment = await db.selectFrom('experiments').select('id').where('id', '=', experimentId).executeTakeFirst();
  if (!experiment) throw notFound('experiment', experimentId);
  const states = storedStates(request.states);
  const where = sql<SqlBool>`t.experiment_id = ${experimentId} and not ${runIsGoing} and ${
    states.length === 0 ? sql`true` : sql`t.state = any(${states})`
  }`;
  const counted = await sql<{ total: number }>`select count(*) as total from trials t where ${where}`.execute(db);
  const { skip, take, pagination } = rowRange(request, counted.rows[0]?.total ?? 0);
  if (take === 0) return { trials: [], pagination };
  const direction = request.orderBy === 'ORDER_BY_DESC' ? sql`desc` : sql`asc`;
  const rows = await joinedTrials(db)
    .where(where)
    .orderBy(sql`${sorts[request.sortBy]} ${direction} nulls last`)
    .orderBy(sql`t.id ${direction}`)
    .offset(skip)
    .limit(take)
    .execute();
  return { trials: await trialViews(master, db, rows), pagination };
};
