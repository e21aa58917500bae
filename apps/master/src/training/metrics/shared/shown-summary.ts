/**
 * A stored summary as the wire shows it. A metric that has reported NaN and infinite values only has no least, greatest
 * or mean number: that is sent as NaN, the wire's form of it, with the count of its reports.
 */
export function shownSummary(stored: Record<string, unknown>): Record<string, Record<string, unknown>> {
  // Only the metric writer fills the column: group → metric → what is known of it. Any text may be a name.
  const groups = Object.entries(stored as Record<string, Record<string, KnownMetric>>);
  return Object.fromEntries(
    groups.map(([group, names]) => [
      group,
      Object.fromEntries(Object.entries(names).map(([name, metric]) => [name, shownMetric(metric)])),
    ]),
  );
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
