import { notFound } from '@determined/contract/errors.ts';
import { rowRange } from '@determined/contract/paging.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { WorkloadContainer } from '@determined/contract/training/trials-generated.ts';
import type { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import type { MetricRow } from './encoding/metric-chunk.ts';
import { readColumns } from './read-columns.ts';
import { readRowsAt } from './read-rows.ts';
import { isoOf, microsOf } from './report-time.ts';
import { metricNumber, trainingGroup, validationGroup } from './shared/metric-values.ts';

interface Workload {
  steps: number;
  time: number;
  kind: 'training' | 'validation' | 'checkpoint';
  /** Value of the metric that the list is ordered by. */
  value: number | undefined;
  /** Undefined for a report: it is read when it is on the page. */
  shown?: Input<WorkloadContainer>;
}

type Request = RequestOf<typeof getTrialWorkloadsRoute>;

/** A trial's training reports, validations and checkpoints in one list. Of reports only those of the page are read whole. */
export const listTrialWorkloads: Handler<typeof getTrialWorkloadsRoute> = async (request, { db }) => {
  const trial = await db.selectFrom('trials').select('id').where('id', '=', request.trialId).executeTakeFirst();
  if (!trial) throw notFound('trial', request.trialId);
  const workloads = await workloadsOf(db, request);
  const descending = request.orderBy === 'ORDER_BY_DESC' ? -1 : 1;
  workloads.sort((left, right) => {
    const first = isByMetric(request)
      ? byValue(left.value, right.value, descending)
      : (left.steps - right.steps) * descending;
    return first || (left.time - right.time) * descending;
  });
  const { skip, take, pagination } = rowRange(request, workloads.length, { zero: 'all' });
  return { workloads: await shownPage(db, request, workloads.slice(skip, skip + take)), pagination };
};

function isByMetric({ sortKey }: Request): boolean {
  return sortKey !== '' && sortKey !== 'batches';
}

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

/** Where a group's reports stand, and the values of the metric that the list is ordered by. */
async function reportsOf(db: Db, request: Request, kind: 'training' | 'validation'): Promise<Workload[]> {
  const names = isByMetric(request) ? [request.sortKey] : [];
  const columns = (await readColumns(db, [request.trialId], kind, names)).get(request.trialId);
  return (columns?.steps ?? []).map((steps, row) => ({
    steps,
    time: columns?.times[row] ?? 0,
    kind,
    value: metricNumber(columns?.values[0]?.[row]),
  }));
}

async function shownPage(db: Db, request: Request, page: readonly Workload[]): Promise<Input<WorkloadContainer>[]> {
  const reports = new Map<string, MetricRow>();
  for (const kind of [trainingGroup, validationGroup]) {
    const steps = page.filter((workload) => workload.kind === kind).map((workload) => workload.steps);
    for (const row of await readRowsAt(db, request.trialId, kind, steps)) reports.set(`${kind} ${row.steps}`, row);
  }
  return page.flatMap(({ kind, steps, shown }) => {
    if (shown) return shown;
    const row = reports.get(`${kind} ${steps}`);
    // Taken back meanwhile.
    if (!row) return [];
    // Lists of objects, as they were reported.
    const batchMetrics = (request.includeBatchMetrics ? (row.batchMetrics ?? []) : []) as Record<string, unknown>[];
    return {
      [kind]: { endTime: isoOf(row.time), totalBatches: steps, metrics: { avgMetrics: row.values, batchMetrics } },
    };
  });
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
