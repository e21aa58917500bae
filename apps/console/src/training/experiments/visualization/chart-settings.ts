import { type Setting, useSetting } from '#platform/settings/settings.ts';

/** How somebody looks at the charts of one experiment. */
export interface ChartSettings {
  /** Batches processed; 0 is each trial's best. */
  batch: number;
  batchMargin: number;
  /** None is the first ten. */
  hParams: string[];
  maxTrial: number;
  /** `group.name`; the searcher's without it. */
  metric: string | undefined;
  scale: 'linear' | 'log';
  view: 'grid' | 'list';
}

export const defaultChartSettings: ChartSettings = {
  batch: 0,
  batchMargin: 10,
  hParams: [],
  maxTrial: 100,
  metric: undefined,
  scale: 'linear',
  view: 'grid',
};

export const topTrials = [1, 10, 20, 50, 100] as const;
export const batchMargins = [1, 5, 10, 20, 50] as const;
export const chartSettings = (experimentId: number): Setting<ChartSettings> => ({
  key: `experimentCharts-${experimentId}`,
  read: (stored) => {
    const { batch, batchMargin, hParams, maxTrial, metric, scale, view } = (stored ?? {}) as Record<string, unknown>;
    return {
      batch: Number.isSafeInteger(batch) && Number(batch) >= 0 ? Number(batch) : defaultChartSettings.batch,
      batchMargin: batchMargins.find((one) => one === batchMargin) ?? defaultChartSettings.batchMargin,
      hParams: Array.isArray(hParams) ? hParams.filter((name) => typeof name === 'string') : [],
      maxTrial: topTrials.find((one) => one === maxTrial) ?? defaultChartSettings.maxTrial,
      metric: typeof metric === 'string' ? metric : undefined,
      scale: scale === 'log' ? 'log' : 'linear',
      view: view === 'list' ? 'list' : 'grid',
    };
  },
});

/** What is kept, and how to change some of it. */
export function useChartSettings(experimentId: number) {
  const [settings, write] = useSetting(chartSettings(experimentId));
  return [settings, (next: Partial<ChartSettings>) => write({ ...settings, ...next })] as const;
}
