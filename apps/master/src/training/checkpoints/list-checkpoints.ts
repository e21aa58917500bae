import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import { pageOf } from '@determined/contract/paging.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type {
  getExperimentCheckpointsRoute,
  getTrialCheckpointsRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { searcherValue } from '../metrics/shared/metric-values.ts';
import { readCheckpoints } from './checkpoint-view.ts';

type Request = Omit<RequestOf<typeof getExperimentCheckpointsRoute>, 'id'>;

export const listExperimentCheckpoints: Handler<typeof getExperimentCheckpointsRoute> = async (request, { db }) => {
  const experiment = await db
    .selectFrom('experiments')
    .select('smaller_is_better')
    .where('id', '=', request.id)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', request.id);
  return list(db, { experiment_id: request.id }, request, experiment.smaller_is_better);
};

export const listTrialCheckpoints: Handler<typeof getTrialCheckpointsRoute> = async (request, { db }) => {
  const trial = await db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select('e.smaller_is_better')
    .where('t.id', '=', request.id)
    .executeTakeFirst();
  if (!trial) throw notFound('trial', request.id);
  return list(db, { trial_id: request.id }, request, trial.smaller_is_better);
};

interface Listed {
  id: number;
  uuid: string;
  trial_id: number | null;
  steps: number;
  report_time: string;
  state: string;
  searcher_metric: number | null;
  metric: unknown;
}

/** Ids first: only the page is read whole. */
async function list(
  db: Db,
  of: { experiment_id: number } | { trial_id: number },
  request: Request,
  smallerIsBetter: boolean,
): Promise<Awaited<ReturnType<Handler<typeof getExperimentCheckpointsRoute>>>> {
  if (request.sortByAttr !== undefined && request.sortByMetric !== undefined) {
    throw invalidArgument('field already set for sort_by oneof');
  }
  const [column, id] =
    'trial_id' in of ? (['trial_id', of.trial_id] as const) : (['experiment_id', of.experiment_id] as const);
  let query = db
    .selectFrom('checkpoints')
    .select(['id', 'uuid', 'trial_id', 'steps', 'report_time', 'state', 'searcher_metric'])
    .select(sql<unknown>`validation_metrics -> ${request.sortByMetric ?? ''}`.as('metric'))
    .where(column, '=', id);
  if (request.states.length > 0) {
    const states = request.states.map((state) => state.replace(/^STATE_/, ''));
    // States without a stored counterpart match nothing.
    query = query.where(sql<boolean>`state = any(${states}::text[])`);
  }
  const found: Listed[] = await query.orderBy('id').execute();
  found.sort(orderOf(request, smallerIsBetter));
  const { items, pagination } = pageOf(found, request);
  return {
    checkpoints: await readCheckpoints(
      db,
      items.map((item) => item.uuid),
    ),
    pagination,
  };
}

function orderOf(request: Request, smallerIsBetter: boolean): (left: Listed, right: Listed) => number {
  const byMetric = request.sortByMetric !== undefined || request.sortByAttr === 'SORT_BY_SEARCHER_METRIC';
  const natural = byMetric && !smallerIsBetter ? 'ORDER_BY_DESC' : 'ORDER_BY_ASC';
  const direction =
    (request.orderBy === 'ORDER_BY_UNSPECIFIED' ? natural : request.orderBy) === 'ORDER_BY_DESC' ? -1 : 1;
  const key = keyOf(request);
  return (left, right) => {
    const [first, second] = [key(left), key(right)];
    // What has no value comes last in either direction.
    if (first === null || second === null) {
      return (first === null ? 1 : 0) - (second === null ? 1 : 0) || left.id - right.id;
    }
    const order = first < second ? -1 : first > second ? 1 : 0;
    return order * direction || left.id - right.id;
  };
}

function keyOf(request: Request): (checkpoint: Listed) => number | string | null {
  if (request.sortByMetric !== undefined) {
    return ({ metric }) => {
      const value = typeof metric === 'number' || typeof metric === 'string' ? searcherValue(metric) : null;
      return value === 'invalid' || Number.isNaN(value) ? null : value;
    };
  }
  switch (request.sortByAttr) {
    case 'SORT_BY_UUID':
      return ({ uuid }) => uuid;
    case 'SORT_BY_BATCH_NUMBER':
      return ({ steps }) => steps;
    case 'SORT_BY_END_TIME':
      return (checkpoint) => checkpoint.report_time;
    case 'SORT_BY_STATE':
      return ({ state }) => state;
    case 'SORT_BY_SEARCHER_METRIC':
      return (checkpoint) => (Number.isNaN(checkpoint.searcher_metric) ? null : checkpoint.searcher_metric);
    default:
      return (checkpoint) => checkpoint.trial_id;
  }
}
