import type { ComparisonView } from '@determined/contract/training/comparison-view.ts';
import { numberWithin, oneOf, structure, text, texts } from '#platform/routing/search-params.ts';
import { type FilterGroup, readFilter } from '#training/columns/shared/filter-set.ts';
import { type MetricId, metricText, parseMetric } from '#training/metrics/shared/metric-names.ts';
import type { XAxis } from '#training/metrics/shared/metric-series.ts';
import type { ChartScale } from '#ui/chart/line-series.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import type { CompareTab } from './compare-tabs.ts';

/** How a comparison is looked at, whichever tab is open. */
export interface CompareLook {
  tab: CompareTab;
  axis: XAxis;
  scale: ChartScale;
  /** From 0 to 0.99. */
  smoothing: number;
  /** All of the axis without it. */
  window: XWindow | undefined;
  groupedBy: 'none' | 'seed';
  /** What hyperparameters are looked at by, where it is not the metric that counts. */
  metric: MetricId | undefined;
  /** Hyperparameters that are drawn; where it is empty, as many as there is room for. */
  shown: readonly string[];
  /** The view's filter with what is brushed, where brushes do not filter a table beside. */
  brushed: FilterGroup | undefined;
}

export type ChangeLook = (change: Partial<CompareLook>) => void;

/** What the address says of it, whatever stands there; what is as by default is absent. */
export type LookSearch = Pick<ComparisonView, 'tab'> & { look?: object | undefined };

export function lookOf({ tab, look = {} }: LookSearch): CompareLook {
  const raw = { ...look };
  const brushed = structure(raw, 'brushed');
  return {
    tab: tab ?? 'metrics',
    axis: oneOf(raw, 'axis', ['time', 'epochs']) ?? 'batches',
    scale: oneOf(raw, 'scale', ['log']) ?? 'linear',
    smoothing: numberWithin(raw, 'smoothing', 0, 0.99) ?? 0,
    window: windowOf(raw),
    groupedBy: oneOf(raw, 'groupedBy', ['seed']) ?? 'none',
    metric: parseMetric(text(raw, 'metric')),
    shown: texts(raw, 'shown') ?? [],
    brushed: brushed && readFilter(brushed),
  };
}

export function lookSearch(seen: CompareLook): Pick<ComparisonView, 'tab' | 'look'> {
  const { tab, axis, scale, smoothing, window, groupedBy, metric, shown, brushed } = seen;
  const look = {
    axis: axis === 'batches' ? undefined : axis,
    scale: scale === 'linear' ? undefined : scale,
    smoothing: smoothing === 0 ? undefined : smoothing,
    from: window?.[0],
    to: window?.[1],
    groupedBy: groupedBy === 'none' ? undefined : groupedBy,
    metric: metric && metricText(metric),
    shown: shown.length > 0 ? [...shown] : undefined,
    brushed: brushed && { ...brushed },
  };
  const isUsual = Object.values(look).every((one) => one === undefined);
  return { tab: tab === 'metrics' ? undefined : tab, look: isUsual ? undefined : look };
}

function windowOf(raw: Record<string, unknown>): XWindow | undefined {
  const [from, to] = [raw.from, raw.to];
  return typeof from === 'number' && typeof to === 'number' && from < to ? [from, to] : undefined;
}
