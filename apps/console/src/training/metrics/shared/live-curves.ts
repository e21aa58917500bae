import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import { type Curves, mergeCurves } from '@determined/contract/training/curves.ts';
import { getExperimentCurvesRoute } from '@determined/contract/training/ext-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callKey, readMeta } from '#platform/api/call.ts';
import { sayFailure } from '#platform/api/said-failure.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import type { MetricId } from './metric-names.ts';
import { batchesOf } from './metric-series.ts';

type Request = ExtRequestOf<typeof getExperimentCurvesRoute>;

/** Trials drawn where nobody asks for fewer, and buckets of each when all are read: of many fewer, but for those in colour. */
const usualTrials = 100;
const maxPoints = 500;
const maxPointsBehind = (trials: number) => Math.min(maxPoints, Math.max(250, Math.floor(10_000 / trials)));

interface AskedCurves {
  experimentId: number;
  metric: MetricId;
  /** What the reader knows of the metric, where that is not what the server takes it for. */
  better?: 'smaller' | 'larger' | undefined;
  maxTrials?: number;
  /** From which batches to which; all without it. */
  part?: XWindow | undefined;
}

/** The curves of an experiment's best trials. Once they are read, only what is new of them is asked for. */
export function curvesQuery({ experimentId, metric, better, maxTrials = usualTrials, part }: AskedCurves) {
  const query = {
    metric: metric.name,
    group: metric.group,
    better,
    maxTrials,
    maxPoints,
    maxPointsBehind: maxPointsBehind(maxTrials),
    ...(part && batchesOf(part)),
  };
  const request: Request = { params: { experimentId }, query };
  return queryOptions<Curves>({
    queryKey: callKey(getExperimentCurvesRoute, request),
    queryFn: async ({ client, queryKey, signal }) => {
      const known = client.getQueryData<Curves>(queryKey);
      const cursor = known && nextCursor(known);
      const read = call(getExperimentCurvesRoute, { ...request, query: { ...query, cursor } }, signal);
      const answer = await sayFailure('Error fetching metrics', read);
      return mergeCurves(known, answer);
    },
    // Answers are put together here; comparing a hundred thousand numbers would cost more than drawing them.
    structuralSharing: false,
    meta: readMeta(getExperimentCurvesRoute, request),
  });
}

/** None once a curve has grown to twice what a whole one has: then all are read whole, in buckets again. */
function nextCursor({ trials, cursor }: Curves): string | undefined {
  return cursor !== '' && trials.every(({ x }) => x.length <= 2 * maxPoints) ? cursor : undefined;
}
