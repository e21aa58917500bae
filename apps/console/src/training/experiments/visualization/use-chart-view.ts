import { useMemo } from 'react';
import { parseMetric } from '#training/metrics/shared/metric-names.ts';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import type { Searcher } from '../../shared/experiment.ts';
import { type ChartSettings, defaultChartSettings, useChartSettings } from './chart-settings.ts';

/**
 * How the charts of an experiment are looked at: as the address says, so that a link shows what its sender saw, else as its
 * reader has kept it.
 */
export function useChartView(experimentId: number, searcher: Searcher) {
  const search = useDetailSearch();
  const changeSearch = useChangeDetailSearch();
  const [kept, keep] = useChartSettings(experimentId);
  const named = search.metric ?? kept.metric;
  // One and the same while it is the same metric: what is made of it (the cells of all trials) is not made anew.
  const metric = useMemo(
    () => parseMetric(named) ?? { group: 'validation', name: searcher.metric },
    [named, searcher.metric],
  );
  const view: ChartSettings = { ...kept, metric: named, scale: search.scale ?? kept.scale };
  return {
    view,
    metric,
    better: search.better,
    isDefault: JSON.stringify(view) === JSON.stringify(defaultChartSettings),
    change: (next: Partial<ChartSettings>) => {
      keep(next);
      const { metric: nextMetric, scale } = next;
      if (nextMetric !== undefined) changeSearch({ metric: nextMetric, better: undefined });
      if (scale !== undefined) changeSearch({ scale });
    },
    reset: () => {
      keep(defaultChartSettings);
      changeSearch({ metric: undefined, better: undefined, scale: undefined });
    },
  };
}

export type ChartView = ReturnType<typeof useChartView>;
