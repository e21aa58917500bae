import { notFound } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { ExperimentColumnId } from '@determined/contract/training/experiment-columns.ts';
import type { getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { type SqlBool, sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { mapInTurns } from '#platform/turns.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { experimentOrder } from '../columns/shared/list-order.ts';
import { experimentPage } from './experiment-page.ts';
import { experimentCondition } from './shared/experiment-filters.ts';
import { listedExperiment } from './shared/experiment-view.ts';

type Request = RequestOf<typeof getExperimentsRoute>;

const columns: Record<Request['sortBy'], ExperimentColumnId> = {
  SORT_BY_UNSPECIFIED: 'id',
  SORT_BY_ID: 'id',
  SORT_BY_DESCRIPTION: 'description',
  SORT_BY_NAME: 'name',
  SORT_BY_START_TIME: 'startTime',
  SORT_BY_END_TIME: 'endTime',
  SORT_BY_STATE: 'state',
  SORT_BY_NUM_TRIALS: 'numTrials',
  SORT_BY_PROGRESS: 'progress',
  SORT_BY_USER: 'user',
  SORT_BY_FORKED_FROM: 'forkedFrom',
  SORT_BY_RESOURCE_POOL: 'resourcePool',
  SORT_BY_PROJECT_ID: 'projectId',
  SORT_BY_CHECKPOINT_SIZE: 'checkpointSize',
  SORT_BY_CHECKPOINT_COUNT: 'checkpointCount',
  SORT_BY_SEARCHER_METRIC_VAL: 'searcherMetricsVal',
};

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
  const where = sql<SqlBool>`(${asked.sql} and ${visible('experiment', ctx, { project: 'e.project_id' })})`;
  const direction = request.orderBy === 'ORDER_BY_DESC' ? 'desc' : 'asc';
  const { rows, pagination } = await experimentPage(ctx, request, {
    projectId: request.projectId,
    shown: { sql: where, joins: new Set(asked.joins), counted: asked.counted ? where : undefined },
    filter: { kind: 'all' },
    hidesArchived: false,
    order: experimentOrder([{ column: columns[request.sortBy], direction }], { ties: direction }),
  });
  return {
    experiments: await mapInTurns(rows, (row) => ({
      ...listedExperiment(row),
      bestTrialSearcherMetric: request.showTrialData ? (row.best_value ?? undefined) : undefined,
    })),
    pagination,
  };
};
