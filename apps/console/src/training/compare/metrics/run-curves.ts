import { getRunCurvesRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { mergeTrials, type TrialCurve } from '@determined/contract/training/curves.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callKey, type Request, readMeta } from '#platform/api/call.ts';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { batchesOf, type XAxis } from '#training/metrics/shared/metric-series.ts';
import type { XWindow } from '#ui/chart/x-window.ts';

/** Buckets of a run when all are read, of many runs fewer: theirs all lie in one chart. */
const bucketsOf = (runs: number) => Math.min(500, Math.max(250, Math.floor(10_000 / runs)));

export interface RunCurves {
  trials: TrialCurve[];
  cursor: string;
}

/** The curves of runs for one metric, or the part of them between two batches. Once they are read, only what is new of them is asked for. */
export function runCurvesQuery(runs: readonly number[], { group, name }: MetricId, axis: XAxis, part?: XWindow) {
  const maxPoints = bucketsOf(runs.length);
  const query = { runs: runs.join(), metric: name, group, axis, maxPoints, ...(part && batchesOf(part)) };
  const request: Request<typeof getRunCurvesRoute> = { query };
  return queryOptions<RunCurves>({
    queryKey: callKey(getRunCurvesRoute, request),
    queryFn: async ({ client, queryKey, signal }) => {
      const known = client.getQueryData<RunCurves>(queryKey);
      const cursor = known && nextCursor(known, maxPoints);
      const answer = await call(getRunCurvesRoute, { query: { ...query, cursor } }, signal);
      return { cursor: answer.cursor, trials: mergeTrials(known?.trials, answer.trials) };
    },
    // Answers are put together here: comparing half a million numbers would cost more than drawing them.
    structuralSharing: false,
    meta: readMeta(getRunCurvesRoute, request),
  });
}

/** None once a curve has grown to twice what a whole one has: then all are read whole, in buckets again. */
function nextCursor({ trials, cursor }: RunCurves, maxPoints: number): string | undefined {
  return cursor !== '' && trials.every(({ x }) => x.length <= 2 * maxPoints) ? cursor : undefined;
}
