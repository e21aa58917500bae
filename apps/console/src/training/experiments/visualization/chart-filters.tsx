import { LayoutGrid, List, RotateCcw } from 'lucide-react';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { metricText } from '#training/metrics/shared/metric-names.ts';
import { HyperparameterChoice } from '#training/shared/hyperparameters/hyperparameter-choice.tsx';
import { scaleChoices } from '#ui/chart/line-series.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { truncate } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { batchMargins } from './chart-settings.ts';
import type { ChartView } from './use-chart-view.ts';
import type { Visualization } from './visualizations.ts';

const VIEWS = [
  { value: 'grid' as const, label: 'Grid', icon: LayoutGrid },
  { value: 'list' as const, label: 'List', icon: List },
];
/** More are no choice but a search: so many, evenly taken, are offered. */
const MOST_BATCHES = 40;

interface ChartFiltersProps {
  viz: Visualization;
  chart: ChartView;
  metrics: readonly MetricId[];
  /** Batches at which the metric was reported. */
  batches?: readonly number[];
  hyperparameters?: readonly string[];
}

/** What the charts of an experiment show, in one line. */
export function ChartFilters({ viz, chart, metrics, batches = [], hyperparameters = [] }: ChartFiltersProps) {
  const { view, metric, change } = chart;
  const known = metrics.some((one) => metricText(one) === metricText(metric)) ? metrics : [metric, ...metrics];
  return (
    <Tools name="Chart">
      <ChoiceMenu
        name="Metric"
        value={metricText(metric)}
        options={known.map((one) => ({ value: metricText(one), label: `${truncate(one.name)} (${one.group})` }))}
        onChange={(next) => change({ metric: next })}
      />
      <ChoiceMenu
        name="Batches Processed"
        value={String(view.batch)}
        options={batchOptions(batches, view.batch)}
        onChange={(next) => change({ batch: Number(next) })}
      />
      <ChoiceMenu
        name="Batch Margin"
        value={String(view.batchMargin)}
        options={batchMargins.map((value) => ({ value: String(value), label: String(value) }))}
        onChange={(next) => change({ batchMargin: Number(next) })}
      />
      <HyperparameterChoice all={hyperparameters} chosen={view.hParams} onChange={(hParams) => change({ hParams })} />
      <Segmented name="Scale" options={scaleChoices} value={view.scale} onChange={(scale) => change({ scale })} />
      <ToolsEnd>
        {(viz === 'hp-scatter-plots' || viz === 'hp-heat-map') && (
          <Segmented name="View" options={VIEWS} value={view.view} onChange={(next) => change({ view: next })} />
        )}
        <Button variant="quiet" inactive={chart.isDefault} onClick={chart.reset}>
          <Icon of={RotateCcw} size={14} /> Reset
        </Button>
      </ToolsEnd>
    </Tools>
  );
}

/** 0 first, which is each trial's best; of many batches some, evenly taken, and the one that is chosen. */
function batchOptions(batches: readonly number[], chosen: number) {
  const every = Math.max(1, Math.ceil(batches.length / MOST_BATCHES));
  const offered = batches.filter((batch, i) => batch > 0 && (i % every === every - 1 || i === batches.length - 1));
  const all = [...new Set([0, ...(chosen > 0 ? [chosen] : []), ...offered])].sort((a, b) => a - b);
  return all.map((batch) => ({
    value: String(batch),
    label: batch === 0 ? worded`0 (best of each trial)` : formatCount(batch),
  }));
}
