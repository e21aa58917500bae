/**
 * A stored summary as the wire shows it. A metric that has reported NaN and infinite values only has no least, greatest
 * or mean number: that is sent as NaN, the wire's form of it, with the count of its reports.
 */
export function shownSummary(stored: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const shown: Record<string, Record<string, unknown>> = {};
  for (const [group, names] of Object.entries(stored)) {
    const metrics: Record<string, unknown> = {};
    // Only the metric writer fills the column: group → metric → what is known of it.
    for (const [name, metric] of Object.entries(names as Record<string, KnownMetric>))
      metrics[name] = shownMetric(metric);
    shown[group] = metrics;
  }
  return shown;
}

/** `nonFinite` stands with numbers only, and only where there is one. */
interface KnownMetric {
  type: string;
  last: unknown;
  count?: number;
  nonFinite?: number;
}

function shownMetric(metric: KnownMetric): unknown {
  if (metric.nonFinite === undefined || metric.count !== 0) return metric;
  const { type, last, nonFinite } = metric;
  return { type, last, count: nonFinite, sum: 'NaN', mean: 'NaN', min: 'NaN', max: 'NaN' };
}
