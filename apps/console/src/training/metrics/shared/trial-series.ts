import { compareTrialsRoute } from '@determined/contract/training/metrics-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callKey, type Request, readMeta } from '#platform/api/call.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import { type MetricId, metricText } from './metric-names.ts';
import { pointsFor, type TrialSeries, type XAxis, xOf } from './metric-series.ts';

/** Series of a trial by group, for drawing; `startBatches` and `endBatches` (0: no end) limit them. */
export function seriesRequest(
  trialId: number,
  metrics: readonly MetricId[],
  { startBatches = 0, endBatches = 0 } = {},
): Request<typeof compareTrialsRoute> {
  const maxDatapoints = pointsFor(window.screen.width);
  return { trialIds: [trialId], metricIds: metrics.map(metricText), maxDatapoints, startBatches, endBatches };
}

/** All series of a trial. Once they are read, of each group only what came after its last point is asked for. */
export function trialSeriesQuery(trialId: number, metrics: readonly MetricId[]) {
  const request = seriesRequest(trialId, metrics);
  const read = async (some: Request<typeof compareTrialsRoute>, signal: AbortSignal): Promise<TrialSeries> =>
    (await call(compareTrialsRoute, some, signal)).trials[0]?.metrics ?? [];
  return queryOptions<TrialSeries>({
    // Of another shape than the call's answer.
    queryKey: [...callKey(compareTrialsRoute, request), 'series'],
    queryFn: async ({ client, queryKey, signal }) => {
      const known = client.getQueryData<TrialSeries>(queryKey);
      if (!known || known.some(({ data }) => data.length > 2 * pointsFor(window.screen.width))) {
        return read(request, signal);
      }
      const news = await Promise.all(
        [...new Set(metrics.map(({ group }) => group))].map((group) => {
          const startBatches = known.find((one) => one.group === group)?.data.at(-1)?.batches ?? 0;
          const ofGroup = metrics.filter((metric) => metric.group === group);
          return read(seriesRequest(trialId, ofGroup, { startBatches }), signal);
        }),
      );
      return extendedSeries(known, news.flat()) ?? read(request, signal);
    },
    // Answers are put together here: comparing all points would cost more than drawing them.
    structuralSharing: false,
    meta: readMeta(compareTrialsRoute, request),
  });
}

/**
 * What is known and what came since, from each group's last point on. Undefined where that point has gone or is another one: a
 * restart took it back, and all has to be read anew.
 */
export function extendedSeries(known: TrialSeries, news: TrialSeries): TrialSeries | undefined {
  const added = news.filter(({ group }) => !known.some((one) => one.group === group));
  const extended: TrialSeries = [];
  for (const one of known) {
    const last = one.data.at(-1);
    const [same, ...rest] = news.find(({ group }) => group === one.group)?.data ?? [];
    if (last && (same?.batches !== last.batches || same.time !== last.time)) return undefined;
    // What the last point has may have grown: a report of the same batches adds to it.
    extended.push(same ? { ...one, data: [...one.data.slice(0, -1), same, ...rest] } : one);
  }
  return [...extended, ...added];
}

/** From which batches to which a part of an axis reaches, a point beyond either end; undefined where nothing is known. */
export function batchesWithin(series: TrialSeries, axis: XAxis, [from, to]: XWindow) {
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  let any = false;
  for (const { data } of series) {
    for (const point of data) {
      const x = xOf(point, axis);
      if (x === undefined) continue;
      any = true;
      if (x <= from) start = Math.max(start, point.batches);
      if (x >= to) end = Math.min(end, point.batches);
    }
  }
  return any ? { startBatches: start, endBatches: Number.isFinite(end) ? end : 0 } : undefined;
}
