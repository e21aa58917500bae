import { notFound } from '@determined/contract/errors.ts';
import { rowRange } from '@determined/contract/paging.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { WorkloadContainer } from '@determined/contract/training/trials-generated.ts';
import type { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readBySteps } from '../read-rows.ts';
import { isoOf, microsOf } from '../report-time.ts';
import { metricNumber, trainingGroup, validationGroup } from './metric-values.ts';

interface Workload {
  steps: number;
  time: number;
  kind: 'training' | 'validation' | 'checkpoint';
  /** Value of the metric that the list is ordered by. */
  value: number | undefined;
  shown: Input<WorkloadContainer>;
}

type Request = RequestOf<typeof getTrialWorkloadsRoute>;

/** A trial's training reports, validations and checkpoints in one list. */
export const listTrialWorkloads: Handler<typeof getTrialWorkloadsRoute> = async (request, { db }) => {
  const trial = await db.selectFrom('trials').select('id').where('id', '=', request.trialId).executeTakeFirst();
  if (!trial) throw notFound('trial', request.trialId);
  const workloads = await workloadsOf(db, request);
  const descending = request.orderBy === 'ORDER_BY_DESC' ? -1 : 1;
  const byMetric = request.sortKey !== '' && request.sortKey !== 'batches';
  workloads.sort((left, right) => {
    const first = byMetric ? byValue(left.value, right.value, descending) : (left.steps - right.steps) * descending;
    return first || (left.time - right.time) * descending;
  });
  const { skip, take, pagination } = rowRange(request, workloads.length, { zero: 'all' });
  return { workloads: workloads.slice(skip, skip + take).map((workload) => workload.shown), pagination };
};

/** What has no value comes last in either direction. */
function byValue(left: number | undefined, right: number | undefined, direction: number): number {
  if (left === undefined || right === undefined) return (left === undefined ? 1 : 0) - (right === undefined ? 1 : 0);
  return (left - right) * direction;
}

async function workloadsOf(db: Db, request: Request): Promise<Workload[]> {
  const { filter } = request;
  const checkpoints = filter === 'FILTER_OPTION_VALIDATION' ? [] : await checkpointsOf(db, request);
  const validations = await reportsOf(db, request, validationGroup);
  if (filter === 'FILTER_OPTION_VALIDATION') return validations;
  if (filter === 'FILTER_OPTION_CHECKPOINT') {
    const saved = new Set(checkpoints.map((checkpoint) => checkpoint.steps));
    return [...checkpoints, ...validations.filter((validation) => saved.has(validation.steps))];
  }
  if (filter === 'FILTER_OPTION_CHECKPOINT_OR_VALIDATION') return [...checkpoints, ...validations];
  return [...checkpoints, ...validations, ...(await reportsOf(db, request, trainingGroup))];
}

async function reportsOf(db: Db, request: Request, group: 'training' | 'validation'): Promise<Workload[]> {
  const workloads: Workload[] = [];
  for await (const rows of readBySteps(db, request.trialId, group)) {
    for (const row of rows) {
      const batchMetrics = request.includeBatchMetrics ? (row.batchMetrics ?? []) : [];
      workloads.push({
        steps: row.steps,
        time: row.time,
        kind: group,
        value: metricNumber(row.values[request.sortKey]),
        shown: {
          [group]: {
            endTime: isoOf(row.time),
            totalBatches: row.steps,
            // Lists of objects, as they were reported.
            metrics: { avgMetrics: row.values, batchMetrics: batchMetrics as Record<string, unknown>[] },
          },
        },
      });
    }
  }
  return workloads;
}

async function checkpointsOf(db: Db, request: Request): Promise<Workload[]> {
  const found = await db
    .selectFrom('checkpoints')
    .select(['uuid', 'report_time', 'state', 'resources', 'steps', 'metadata'])
    .where('trial_id', '=', request.trialId)
    .execute();
  return found
    .filter((row) => !(request.removeDeletedCheckpoints && row.state === 'DELETED'))
    .map((row) => ({
      steps: row.steps,
      time: microsOf(row.report_time),
      kind: 'checkpoint',
      value: undefined,
      shown: {
        checkpoint: {
          uuid: row.uuid,
          endTime: row.report_time,
          state: `STATE_${row.state}`,
          resources: row.resources,
          totalBatches: row.steps,
          metadata: row.metadata,
        },
      },
    }));
}
