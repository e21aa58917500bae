import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { ComparedPath, compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type FilterGroup, filterText, noFilter, readFilter } from '#training/columns/shared/filter-set.ts';
import { byMetric, type MetricId } from '#training/metrics/shared/metric-names.ts';
import { formatSetting, NO_VALUE } from '#ui/format/numbers.ts';

export type Comparison = ExtReplyOf<typeof compareRoute>;
export type Compared = 'experiment' | 'run';

/** What is compared, and the view that it was chosen from. */
export interface CompareSubject {
  of: Compared;
  ids: readonly number[];
  /** Without it the project of the first record. */
  projectId?: number;
  /** As tables have it in their address. */
  filter?: object;
  archived?: boolean;
}

/** The filter of the table that records are ticked in. What is ticked stays so, whatever it finds. */
export interface TableBeside {
  filter: FilterGroup;
  setFilter: (filter: FilterGroup) => void;
}

/** @param metric the one that counts where it is not the searcher's. */
export function compareRequest(
  { of, ids, projectId, filter, archived }: CompareSubject,
  metric?: MetricId,
): Request<typeof compareRoute> {
  const by = { metric: metric?.name, group: metric?.group };
  const asked = filterText(readFilter(filter) ?? noFilter);
  return { query: { of, ids: ids.join(), projectId, filter: asked, archived, equal: true, ...by } };
}

type Value = ComparedPath['values'][number];

/** What most records have there; undefined where no value is there more often than every other. */
export function majority(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const common = [...counts].filter(([, count]) => count === most);
  return common.length === 1 && most > 1 ? common[0]?.[0] : undefined;
}

/** Where a record departs from the majority, by name: of what has none, its own value. Code and outcomes are not among them. */
export function departures(paths: readonly ComparedPath[], record: number): { path: string; value: Value }[] {
  return paths
    .filter(({ differs, part }) => differs && part !== 'code')
    .flatMap(({ path, values }) => {
      const value = values[record] ?? null;
      return value === majority(values) ? [] : [{ path, value }];
    });
}

/** A value as tables and legends have it. */
export function valueText(value: Value): string {
  if (value === null) return NO_VALUE;
  // Seeds and sizes that differ have to look different.
  return typeof value === 'number' && !Number.isSafeInteger(value) ? formatSetting(value) : String(value);
}

/** A file's hash: enough of it to tell files apart. */
export const hashText = (value: Value): string => (value === null ? NO_VALUE : String(value).slice(0, 4));

/** The metric that counts first, then by their names; epochs are an axis. */
export function metricsInOrder({ metrics, metric }: Pick<Comparison, 'metrics' | 'metric'>): MetricId[] {
  const counts = (one: MetricId) => one.group === metric?.group && one.name === metric.name;
  const others = metrics.filter((one) => !['epochs', 'epoch'].includes(one.name) && !counts(one));
  return [...metrics.filter(counts), ...others.sort(byMetric)];
}
