import type { Reply } from '@determined/contract/route.ts';
import type { previewHPSearchRoute } from '@determined/contract/training/searchers-routes.ts';
import type { Trial } from '../trial.ts';
import type { SearchSettings } from './search-settings.ts';

type Planned = NonNullable<Reply<typeof previewHPSearchRoute>['summary']>['trials'];

export interface SearchCost {
  /** At most. */
  trials: number;
  /** Of them, those that train as far as the search lets any. */
  toTheEnd: number;
  unit: string;
  /** In that unit, all trials together; at most. */
  total: number;
  /** How far trials go before the searcher compares them, and how many reach that; for early stopping only. */
  rungs: { at: number; reach: number }[];
}

/** What the searcher means to do, from its preview and the length of a trial. */
export function searchCost(
  planned: Planned,
  { unit, maxLength }: Pick<SearchSettings, 'unit' | 'maxLength'>,
): SearchCost {
  const parts = planned.map(({ count, unit: until }) => ({ count, length: until?.value ?? Number(maxLength) }));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  const lengths = [...new Set(parts.map(({ length }) => length))].sort((a, b) => a - b);
  const reaching = (at: number) => sum(parts.filter(({ length }) => length >= at).map(({ count }) => count));
  return {
    trials: sum(parts.map(({ count }) => count)),
    toTheEnd: reaching(longest),
    unit,
    total: sum(parts.map(({ count, length }) => count * length)),
    rungs: planned.some(({ unit: until }) => until?.value !== undefined)
      ? lengths.map((at) => ({ at, reach: reaching(at) }))
      : [],
  };
}

/** Batches a second of a trial's running time; undefined where it has not gone far enough to tell. */
export function speedOf(trial: Pick<Trial, 'totalBatchesProcessed' | 'wallClockTime'> | undefined): number | undefined {
  if (!trial?.wallClockTime || trial.totalBatchesProcessed === 0) return undefined;
  return trial.totalBatchesProcessed / trial.wallClockTime;
}
