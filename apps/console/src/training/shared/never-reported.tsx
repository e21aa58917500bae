import { type MetricId, metricsOfSummary } from '#training/metrics/shared/metric-names.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';

/**
 * The metrics that a trial has reported where the one asked for is not among them, validation first; undefined while it may
 * still come: as long as the trial goes on, what has been validated without it is looked at only.
 */
export function reportedInstead(summary: unknown, metric: MetricId, ended: boolean): MetricId[] | undefined {
  const reported = metricsOfSummary(summary);
  if (reported.length === 0) return undefined;
  if (reported.some(({ group, name }) => group === metric.group && name === metric.name)) return undefined;
  const [same, others] = [
    reported.filter(({ group }) => group === metric.group),
    reported.filter(({ group }) => group !== metric.group),
  ];
  return ended || same.length > 0 ? [...same, ...others] : undefined;
}

/** Says that a metric was never reported, mistyped perhaps, and which were. */
export function NeverReported({ metric, instead }: { metric: MetricId; instead: readonly MetricId[] }) {
  return (
    <EmptyState title={`${metric.name} has never been reported.`}>
      <p>Reported: {instead.map(({ group, name }) => `${name} (${group})`).join(', ')}.</p>
      <p>
        The searcher looks at <span className="mono">searcher.metric</span> of the configuration, and at no other name.
      </p>
    </EmptyState>
  );
}
