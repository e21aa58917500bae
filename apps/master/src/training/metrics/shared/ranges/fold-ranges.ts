/** The statistics of a metric that have ranges, in order. */
export const rangeParts = ['last', 'max', 'mean', 'min'] as const;

type Range = [least: number, greatest: number];

/** What some trials' summaries say of one metric: each type, and of numbers the range of each part, in order. */
export interface MetricRange {
  types: string[];
  parts: (Range | null)[];
}

/** By the summaries' key of the group, then by name. */
export type StoredRanges = Record<string, Record<string, MetricRange>>;

/** Folds summaries of trials and ranges of others into one. Any text may be a name, `__proto__` too. */
export class RangeFold {
  private readonly groups = new Map<string, Map<string, MetricRange>>();

  /** A summary as it is stored (`summaryText`). */
  addSummary(summary: Record<string, unknown>): void {
    for (const [key, names] of Object.entries(summary)) {
      // These are what saveReports wrote.
      for (const [name, known] of Object.entries(names as Record<string, Record<string, unknown>>)) {
        const metric = this.metric(key, name);
        const type = String(known.type);
        if (!metric.types.includes(type)) metric.types.push(type);
        if (type !== 'number') continue;
        for (const [at, part] of rangeParts.entries()) {
          const value = known[part];
          if (typeof value === 'number') widen(metric, at, value, value);
        }
      }
    }
  }

  addRanges(ranges: StoredRanges): void {
    for (const [key, names] of Object.entries(ranges)) {
      for (const [name, { types, parts }] of Object.entries(names)) {
        const metric = this.metric(key, name);
        for (const type of types) if (!metric.types.includes(type)) metric.types.push(type);
        for (const [at, range] of parts.entries()) if (range) widen(metric, at, ...range);
      }
    }
  }

  toJson(): StoredRanges {
    return Object.fromEntries([...this.groups].map(([key, names]) => [key, Object.fromEntries(names)]));
  }

  private metric(key: string, name: string): MetricRange {
    const names = this.groups.get(key) ?? new Map<string, MetricRange>();
    this.groups.set(key, names);
    const metric = names.get(name) ?? { types: [], parts: rangeParts.map(() => null) };
    names.set(name, metric);
    return metric;
  }
}

function widen({ parts }: MetricRange, at: number, least: number, greatest: number): void {
  const known = parts[at];
  if (!known) parts[at] = [least, greatest];
  else {
    if (least < known[0]) known[0] = least;
    if (greatest > known[1]) known[1] = greatest;
  }
}
