import type { Reply } from '@determined/contract/route.ts';
import { unpackCurve } from '@determined/contract/training/curves.ts';
import { getTrialSystemCurveRoute } from '@determined/contract/training/ext-routes.ts';
import { getTrialProfilerAvailableSeriesRoute } from '@determined/contract/training/profiler-routes.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { callQuery } from '#platform/api/call.ts';
import { pollInterval } from '#platform/api/poll.ts';
import { streamQuery } from '#platform/api/stream.ts';
import { useLiveConnected } from '#platform/live/live.ts';
import { metricsPoll } from '#training/shared/experiment.ts';
import type { LineSeries } from '#ui/chart/line-series.ts';
import type { XWindow } from '#ui/chart/x-window.ts';

/** What names a series: agentId, gpuUuid, metricType and name. */
export type SeriesLabels = Reply<typeof getTrialProfilerAvailableSeriesRoute>['labels'][number];

/** The series that a trial's machines report; new ones come by themselves while it goes on. */
export function useSystemSeries(trialId: number, live: boolean) {
  return useQuery(
    streamQuery(
      getTrialProfilerAvailableSeriesRoute,
      { trialId, follow: live },
      [] as SeriesLabels[],
      (_, line) => line.labels,
    ),
  );
}

/** Points of each line: as many as a wide screen has pixels. */
const maxPoints = 2_000;

interface Asked {
  live: boolean;
  /** Seconds since 1970, both ends included; all that there is without it. */
  window?: XWindow;
}

/** Series over time, each packed by the server: true least and greatest of every bucket. */
export function useSystemCurves(trialId: number, series: readonly SeriesLabels[], { live, window }: Asked) {
  const within = window && { from: Math.floor(window[0] * 1000), to: Math.ceil(window[1] * 1000) };
  const connected = useLiveConnected();
  return useQueries({
    queries: series.map(({ name, agentId, gpuUuid }) => ({
      ...callQuery(getTrialSystemCurveRoute, {
        params: { trialId },
        query: { name, agentId, device: gpuUuid || undefined, maxPoints, ...within },
      }),
      select: unpackCurve,
      structuralSharing: false,
      refetchInterval: pollInterval(live ? metricsPoll : false, connected),
    })),
    combine: (answers) => ({
      error: answers.find(({ error }) => error)?.error ?? undefined,
      pending: answers.some(({ isPending }) => isPending),
      retry: () => Promise.all(answers.map(({ refetch }) => refetch())),
      lines: answers.flatMap(({ data }, place): LineSeries[] => {
        const one = series[place];
        if (!data || !one) return [];
        const { x, last, min, max } = data;
        return [
          {
            id: `${one.agentId} ${one.gpuUuid}`,
            name: one.gpuUuid ? `${one.agentId} ${one.gpuUuid}` : one.agentId,
            color: place,
            x: x.map((at) => at / 1000),
            y: last,
            min,
            max,
            // Buckets of one report each say everything once.
            band: min !== last,
          },
        ];
      }),
    }),
  });
}
