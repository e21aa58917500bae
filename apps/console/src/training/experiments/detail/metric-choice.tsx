import { type MetricId, metricText } from '#training/metrics/shared/metric-names.ts';
import { truncate } from '#ui/format/words.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';

interface MetricChoiceProps {
  metrics: readonly MetricId[];
  chosen: MetricId;
  onChoose: (metric: string) => void;
}

/** Which metric is drawn. */
export function MetricChoice({ metrics, chosen, onChoose }: MetricChoiceProps) {
  const value = metricText(chosen);
  if (metrics.length < 2) return null;
  const options = metrics.map((metric) => ({
    value: metricText(metric),
    label: `${truncate(metric.name)} (${metric.group})`,
  }));
  return <ChoiceMenu name="Metric" value={value} options={options} onChange={onChoose} />;
}
