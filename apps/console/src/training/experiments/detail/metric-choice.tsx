import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { type MetricId, metricsOfSummary, metricText } from '#training/metrics/shared/metric-names.ts';
import { truncate } from '#ui/format/words.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { type Experiment, isSettled } from '../../shared/experiment.ts';

/** Metrics that can be drawn: those that the trial with most batches has reported. Not `enabled` while what comes first is on its way. */
export function useOfferedMetrics(experiment: Experiment, { enabled = true } = {}): MetricId[] {
  const { data } = useCallQuery(
    getExperimentTrialsRoute,
    { experimentId: experiment.id, sortBy: 'SORT_BY_BATCHES_PROCESSED', orderBy: 'ORDER_BY_DESC', limit: 1 },
    { enabled, poll: isSettled(experiment.state) ? false : pollEvery.slow },
  );
  const summary = data?.trials[0]?.summaryMetrics;
  return useMemo(() => metricsOfSummary(summary), [summary]);
}

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
