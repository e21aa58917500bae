import type { ComparisonLook } from '@determined/contract/training/comparison-view.ts';
import { numberWithin, oneOf, structure, text, texts } from '#platform/routing/search-params.ts';
import { type FilterGroup, readFilter } from '#training/columns/shared/filter-set.ts';
import { type MetricId, metricText, parseMetric } from '#training/metrics/shared/metric-names.ts';
import type { XAxis } from '#training/metrics/shared/metric-series.ts';
import type { ChartScale } from '#ui/chart/line-series.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import type { SeedBand } from '../seeds/seed-band.ts';

/** How a comparison is looked at, whichever tab is open. */
export interface CompareLook {
  axis: XAxis;
  scale: ChartScale;
  /** From 0 to 0.99. */
  smoothing: number;
  /** All of the axis without it. */
  window: XWindow | undefined;
  groupedBy: 'none' | 'seed';
  /** What of a setting's seeds lies about their mean. */
  band: SeedBand;
  /** What hyperparameters are looked at by, where it is not the metric that counts. */
  metric: MetricId | undefined;
  /** Hyperparameters that are drawn; where it is empty, as many as there is room for. */
  shown: readonly string[];
  /** The view's filter with what is brushed, where brushes do not filter a table beside. */
  brushed: FilterGroup | undefined;
}

export type ChangeLook = (change: Partial<CompareLook>) => void;

/** @param said in the address, whatever stands there */
export function lookOf(said: object = {}): CompareLook {
  const raw: Record<string, unknown> = { ...said };
  const brushed = structure(raw, 'brushed');
  return {
    axis: oneOf(raw, 'axis', ['time', 'epochs']) ?? 'batches',
    scale: oneOf(raw, 'scale', ['log']) ?? 'linear',
    smoothing: numberWithin(raw, 'smoothing', 0, 0.99) ?? 0,
    window: windowOf(raw),
    groupedBy: oneOf(raw, 'groupedBy', ['seed']) ?? 'none',
    band: oneOf(raw, 'band', ['range', 'none']) ?? 'mean',
    metric: parseMetric(text(raw, 'metric')),
    shown: texts(raw, 'shown') ?? [],
    brushed: brushed && readFilter(brushed),
  };
}

/** What the address says of it; undefined where all is as by default. */
export function lookSearch(look: CompareLook): ComparisonLook | undefined {
  const { axis, scale, smoothing, window, groupedBy, band, metric, shown, brushed } = look;
  const said = {
    axis: axis === 'batches' ? undefined : axis,
    scale: scale === 'linear' ? undefined : scale,
    smoothing: smoothing === 0 ? undefined : smoothing,
    from: window?.[0],
    to: window?.[1],
    groupedBy: groupedBy === 'none' ? undefined : groupedBy,
    band: band === 'mean' ? undefined : band,
    metric: metric && metricText(metric),
    shown: shown.length > 0 ? [...shown] : undefined,
    brushed: brushed && { ...brushed },
  };
  return Object.values(said).every((one) => one === undefined) ? undefined : said;
}

function windowOf(raw: Record<string, unknown>): XWindow | undefined {
  const [from, to] = [raw.from, raw.to];
  return typeof from === 'number' && typeof to === 'number' && from < to ? [from, to] : undefined;
}
