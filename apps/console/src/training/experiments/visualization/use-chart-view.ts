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
  const metric = parseMetric(search.metric ?? kept.metric) ?? { group: 'validation', name: searcher.metric };
  const view: ChartSettings = { ...kept, metric: search.metric ?? kept.metric, scale: search.scale ?? kept.scale };
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
