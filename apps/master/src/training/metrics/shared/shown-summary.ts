import { writtenJson } from '@determined/contract/wire/written-json.ts';

/** The text of a stored summary as the wire shows it: its own, unless there is something to be said otherwise. */
export function shownSummary(stored: string): Record<string, unknown> {
  // Only the metric writer fills the column.
  return stored.includes('"nonFinite"') ? withNonFinite(JSON.parse(stored) as StoredSummary) : writtenJson(stored);
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
