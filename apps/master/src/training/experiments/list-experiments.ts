import { notFound } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { experimentPage } from './experiment-page.ts';
import { experimentCondition } from './shared/experiment-filters.ts';
import { listedExperiment } from './shared/experiment-view.ts';
import { storedStatesInOrder } from './shared/field-conditions.ts';

type Request = RequestOf<typeof getExperimentsRoute>;

/** States sort in the order of their life, not of their names. */
export const stateOrder = sql`array_position(${storedStatesInOrder}, e.state)`;

const sorts: Record<Request['sortBy'], RawBuilder<unknown>> = {
  SORT_BY_UNSPECIFIED: sql`e.id`,
  SORT_BY_ID: sql`e.id`,
  SORT_BY_DESCRIPTION: sql`e.description collate "und-x-icu"`,
  SORT_BY_NAME: sql`e.name collate "und-x-icu"`,
  SORT_BY_START_TIME: sql`e.start_time`,
  SORT_BY_END_TIME: sql`e.end_time`,
  SORT_BY_STATE: stateOrder,
  SORT_BY_NUM_TRIALS: sql`e.num_trials`,
  SORT_BY_PROGRESS: sql`coalesce(e.progress, 0)`,
  SORT_BY_USER: sql`coalesce(nullif(u.display_name, ''), u.username) collate "und-x-icu"`,
  SORT_BY_FORKED_FROM: sql`e.parent_id`,
  SORT_BY_RESOURCE_POOL: sql`e.resource_pool collate "und-x-icu"`,
  SORT_BY_PROJECT_ID: sql`e.project_id`,
  SORT_BY_CHECKPOINT_SIZE: sql`e.checkpoint_size`,
  SORT_BY_CHECKPOINT_COUNT: sql`e.checkpoint_count`,
  SORT_BY_SEARCHER_METRIC_VAL: sql`m.searcher_metric_value`,
};

const nullable: Request['sortBy'][] = ['SORT_BY_END_TIME', 'SORT_BY_FORKED_FROM', 'SORT_BY_SEARCHER_METRIC_VAL'];

/** Facts: platform semantics 6.1. */
export const listExperiments: Handler<typeof getExperimentsRoute> = async (request, ctx) => {
  const { db } = ctx;
  if (request.projectId !== 0) {
    const project = await db.selectFrom('projects').select('id').where('id', '=', request.projectId).executeTakeFirst();
    if (!project) throw notFound('project', request.projectId);
  }
  const asked = experimentCondition({
    ...request,
    usernames: request.users,
    ids: request.experimentIdFilter,
  });
  const where = sql<SqlBool>`(${asked} and ${visible('experiment', ctx, { project: 'e.project_id' })})`;
  const direction = request.orderBy === 'ORDER_BY_DESC' ? sql`desc` : sql`asc`;
  // An index is of use only to the order it was made in, so what is never null does not say where nulls go.
  const nulls = nullable.includes(request.sortBy) ? sql`nulls last` : sql``;
  const orderBy = sql`${sorts[request.sortBy]} ${direction} ${nulls}, e.id ${direction}`;
  const { rows, pagination } = await experimentPage(db, request, { where, orderBy });
  return {
    experiments: rows.map((row) => ({
      ...listedExperiment(row),
      bestTrialSearcherMetric: request.showTrialData ? (row.best_value ?? undefined) : undefined,
    })),
    pagination,
  };
};
