import { byName } from '@determined/contract/wire/by-name.ts';
import {
  groupOfSummary,
  type JsonValue,
  type MetricType,
  type MetricValues,
  metricNumber,
  metricType,
  summaryKey,
  wireNumber,
} from './shared/metric-values.ts';

/** What is known of one metric of a trial. Only finite values enter count, sum, min and max. */
interface MetricSummary {
  type: MetricType;
  last: JsonValue;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** NaN and infinite values, counted apart. */
  nonFinite: number;
}

/** Group → metric name → summary; the running state behind a trial's `summaryMetrics`. */
export type TrialSummary = Map<string, Map<string, MetricSummary>>;

/** A new report of a group: every name it lacks has no last value any more. */
export function addReport(summary: TrialSummary, group: string, values: MetricValues): void {
  const names = groupOf(summary, group);
  for (const [name, known] of names) if (!Object.hasOwn(values, name)) known.last = null;
  addValues(names, values, true);
}

/** Values that joined a stored report; `isLast` when that report is the newest of its group. */
export function addMerged(summary: TrialSummary, group: string, added: MetricValues, isLast: boolean): void {
  addValues(groupOf(summary, group), added, isLast);
}

function groupOf(summary: TrialSummary, group: string): Map<string, MetricSummary> {
  const known = summary.get(group);
  if (known) return known;
  const fresh = new Map<string, MetricSummary>();
  summary.set(group, fresh);
  return fresh;
}

function addValues(names: Map<string, MetricSummary>, values: MetricValues, isLast: boolean): void {
  for (const [name, value] of Object.entries(values)) {
    const type = metricType(value);
    let known = names.get(name);
    if (!known) {
      known = { type, last: null, count: 0, sum: 0, min: Infinity, max: -Infinity, nonFinite: 0 };
      names.set(name, known);
    }
    // Reports that disagree make the metric a text for good.
    if (known.type !== type) known.type = 'string';
    if (isLast) known.last = value;
    const number = metricNumber(value);
    if (known.type !== 'number' || number === undefined) continue;
    if (!Number.isFinite(number)) {
      known.nonFinite += 1;
      continue;
    }
    known.count += 1;
    known.sum += number;
    if (number < known.min) known.min = number;
    if (number > known.max) known.max = number;
  }
}

/**
 * The form in which a summary is stored, as JSON text with its keys by name; `nonFinite` is there only when it is not 0.
 * `shownSummary` makes the wire's of it. Lets others have their turn where `pause` says so.
 */
export async function summaryText(
  summary: TrialSummary,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<string> {
  const groups = [...summary]
    .filter(([, names]) => names.size > 0)
    .map(([group, names]) => ({ key: summaryKey(group), names }));
  groups.sort((left, right) => (left.key < right.key ? -1 : 1));
  const texts: string[] = [];
  for (const { key, names } of groups) {
    putInOrder(names);
    const metrics: string[] = [];
    for (const [name, known] of names) {
      metrics.push(`${JSON.stringify(name)}:${JSON.stringify(metricToJson(known))}`);
      // To await nothing takes a turn, too, for each metric of each report.
      const paused = pause();
      if (paused) await paused;
    }
    texts.push(`${JSON.stringify(key)}:{${metrics.join(',')}}`);
  }
  return `{${texts.join(',')}}`;
}

/** By name, as the text is shown: once for all that is written later. */
function putInOrder(names: Map<string, MetricSummary>): void {
  let before = '';
  for (const name of names.keys()) {
    if (name < before) {
      const all = [...names].sort(([left], [right]) => (left < right ? -1 : 1));
      names.clear();
      for (const [key, known] of all) names.set(key, known);
      return;
    }
    before = name;
  }
}

function metricToJson(known: MetricSummary): JsonValue {
  // By name as everything here, and of a value from a client nothing is known.
  if (known.type !== 'number') return { last: byName(known.last) as JsonValue, type: known.type };
  const some = known.count > 0;
  // By name, as the text is shown.
  return {
    count: known.count,
    last: known.last,
    max: some ? known.max : null,
    mean: some ? wireNumber(known.sum / known.count) : null,
    min: some ? known.min : null,
    ...(known.nonFinite > 0 ? { nonFinite: known.nonFinite } : {}),
    sum: wireNumber(known.sum),
    type: 'number',
  };
}

interface StoredMetric {
  type: MetricType;
  last?: JsonValue;
  count?: number;
  sum?: number | string;
  min?: number | null;
  max?: number | null;
  nonFinite?: number;
}

/** Reads back what `summaryText` made. */
export function summaryFromJson(stored: Record<string, Record<string, unknown>>): TrialSummary {
  const summary: TrialSummary = new Map();
  for (const [key, names] of Object.entries(stored)) {
    const group = groupOf(summary, groupOfSummary(key));
    for (const [name, value] of Object.entries(names)) {
      // Only summaryText is in this column.
      const metric = value as StoredMetric;
      group.set(name, {
        type: metric.type,
        last: metric.last ?? null,
        count: metric.count ?? 0,
        sum: Number(metric.sum ?? 0),
        min: metric.min ?? Infinity,
        max: metric.max ?? -Infinity,
        nonFinite: metric.nonFinite ?? 0,
      });
    }
  }
  return summary;
}
