/** A metric by its group and name. */
export interface MetricId {
  group: string;
  name: string;
}

/** The wire's summary calls the groups by their columns. */
const GROUP_OF_SUMMARY: Record<string, string> = { avg_metrics: 'training', validation_metrics: 'validation' };

let collator: Intl.Collator | undefined;
/** The second layer before the tenth. Made once, as there may be thousands of names, and where names meet: it takes the browser 10 ms. */
function byName(one: string, other: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(one, other);
}

/** By name, and of one name by group. */
export const byMetric = (one: MetricId, other: MetricId): number =>
  byName(one.name, other.name) || byName(one.group, other.group);

const PREFIX = /^(?:t_|train_|training_|v_|val_|validation_)/;

/** The numeric metrics of trials' summaries, each once. */
export function metricsOfSummary(...summaries: readonly unknown[]): MetricId[] {
  const found = new Map<string, MetricId>();
  for (const summary of summaries) {
    for (const [key, metrics] of entriesOf(summary)) {
      const group = GROUP_OF_SUMMARY[key] ?? key;
      for (const [name, one] of entriesOf(metrics))
        if (isNumeric(one)) found.set(metricText({ group, name }), { group, name });
    }
  }
  return [...found.values()].sort(byMetric);
}

const entriesOf = (json: unknown): [string, unknown][] =>
  typeof json === 'object' && json !== null ? Object.entries(json) : [];

/** The best value of a metric in a trial's summary; undefined when it was not reported or has no finite value. */
export function bestOfSummary(summary: unknown, metric: MetricId, smallerIsBetter: boolean): number | undefined {
  const key = Object.keys(GROUP_OF_SUMMARY).find((one) => GROUP_OF_SUMMARY[one] === metric.group) ?? metric.group;
  // Free JSON: what is not there, or no object, has no parts.
  const one = (summary as Record<string, Record<string, Record<string, unknown>>> | null)?.[key]?.[metric.name];
  const best = smallerIsBetter ? one?.min : one?.max;
  return typeof best === 'number' && Number.isFinite(best) ? best : undefined;
}

function isNumeric(summary: unknown): boolean {
  if (typeof summary !== 'object' || summary === null || !('type' in summary)) return true;
  return summary.type === 'number';
}

/** Metrics that are drawn together, and what their names share. */
export interface MetricGroup {
  title: string;
  metrics: MetricId[];
}

/** Metrics of one chart: the same name once t_, train_, training_, v_, val_ or validation_ is taken away. */
export function groupMetrics(metrics: MetricId[]): MetricGroup[] {
  const groups = new Map<string, MetricId[]>();
  for (const metric of metrics) {
    const title = metric.name.replace(PREFIX, '') || metric.name;
    groups.set(title, [...(groups.get(title) ?? []), metric]);
  }
  return [...groups].map(([title, list]) => ({ title, metrics: list })).sort((a, b) => byName(a.title, b.title));
}

export function metricText({ group, name }: MetricId): string {
  return `${group}.${name}`;
}

/** `group.name`; group names have no dot, metric names may. */
export function parseMetric(text: string | undefined): MetricId | undefined {
  const at = text?.indexOf('.') ?? -1;
  return text && at > 0 ? { group: text.slice(0, at), name: text.slice(at + 1) } : undefined;
}
