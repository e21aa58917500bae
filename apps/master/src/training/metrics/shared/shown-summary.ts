import { encodeFree } from '@determined/contract/wire/encode.ts';

/** The JSON of a stored summary as the wire shows it: its own, unless there is something to be said otherwise. */
export function summaryJson(stored: string): string {
  if (!stored.includes('"nonFinite"')) return stored;
  // Only the metric writer fills the column.
  return JSON.stringify(encodeFree(withNonFinite(JSON.parse(stored) as StoredSummary)));
}

/** Group → metric → what is known of it. Any text may be a name. */
type StoredSummary = Record<string, Record<string, KnownMetric>>;

/**
 * A metric that has reported NaN and infinite values only has no least, greatest
 * or mean number: that is sent as NaN, the wire's form of it, with the count of its reports.
 */
function withNonFinite(stored: StoredSummary): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(stored).map(([group, names]) => [
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
