import { invalidArgument } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { postTrialProfilerMetricsBatchRoute } from '@determined/contract/training/profiler-routes.ts';
import { isTaskSession } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { wireNumber } from '../metrics/shared/metric-values.ts';
import { storableTime } from '../metrics/shared/storable-time.ts';
import { columnOf } from '../metrics/shared/system/system-columns.ts';
import { storeSystemReports } from '../metrics/shared/system/system-reports.ts';
import { groupOfName } from './group-of-name.ts';

type Batch = RequestOf<typeof postTrialProfilerMetricsBatchRoute>['batches'][number];

/** Values of a request; ten minutes of 8 GPUs at 10 Hz. */
const mostValues = 50_000;
/** In bytes, as of other metrics. */
const longestLabel = 600;

/** What clients before the metric groups send of their machines: all of it is stored, or nothing. */
export const postSystemMetrics: Handler<typeof postTrialProfilerMetricsBatchRoute> = async ({ batches }, ctx) => {
  const reports = reportsOf(batches);
  if (reports.length > 0) {
    await storeSystemReports(ctx.master, reports, isTaskSession(ctx.session) ? ctx.session.taskId : null);
  }
  return {};
};

/** One report for each trial, group, moment and step, as the client of today sends them. */
function reportsOf(batches: readonly Batch[]) {
  if (batches.reduce((sum, { values }) => sum + values.length, 0) > mostValues) {
    throw invalidArgument(`batches cannot hold more than ${mostValues} values together`);
  }
  const points = batches.flatMap(pointsOf);
  const reports = Map.groupBy(points, ({ trialId, group, time, steps }) => `${trialId} ${group} ${time} ${steps}`);
  return [...reports.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { trialId, group, time, steps } = first;
    const columns = Object.fromEntries(same.map(({ column, value }) => [column, wireNumber(value)]));
    return [{ trialId, group, time, steps, columns }];
  });
}

function pointsOf({ labels, values, batches, timestamps }: Batch) {
  if (values.length !== batches.length || values.length !== timestamps.length) {
    throw invalidArgument('values, batches and timestamps should be equal sized arrays');
  }
  if (!labels) throw invalidArgument('labels must be given');
  const { trialId, name, agentId, gpuUuid, metricType } = labels;
  for (const [field, text] of Object.entries({ name, agentId, gpuUuid })) checkLabel(`labels.${field}`, text);
  if (agentId === '') throw invalidArgument('labels.agentId must be given');
  if (metricType !== 'PROFILER_METRIC_TYPE_SYSTEM' && metricType !== 'PROFILER_METRIC_TYPE_UNSPECIFIED') {
    throw invalidArgument('labels.metricType must be PROFILER_METRIC_TYPE_SYSTEM');
  }
  const group = groupOfName('labels.name', name);
  const column = columnOf({ agentId, device: gpuUuid, name });
  return values.map((value, at) => {
    const time = storableTime('timestamps', timestamps[at] ?? '');
    return { trialId, group, column, time, steps: batches[at] ?? 0, value };
  });
}

function checkLabel(field: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidArgument(`${field} cannot contain the character U+0000 or half a surrogate pair`);
  }
  if (Buffer.byteLength(text) > longestLabel)
    throw invalidArgument(`${field} cannot be longer than ${longestLabel} bytes`);
}
