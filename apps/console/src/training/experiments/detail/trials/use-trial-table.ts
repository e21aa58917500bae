import { useMemo } from 'react';
import { useSetting } from '#platform/settings/settings.ts';
import { useChangeDetailSearch, useDetailSearch } from '#training/shared/detail-route.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { keptTrials, listedTrials, type TrialSearch } from './kept-trials.ts';
import { trialStatesOf } from './trials-request.ts';

/** The table of an experiment's trials as its reader has set it, kept for the next visit. */
export function useTrialTable(experimentId: number) {
  const { sort, state, size, page } = useDetailSearch();
  const change = useChangeDetailSearch();
  const [kept, set] = useSetting(keptTrials(experimentId));
  const search = useMemo(() => listedTrials(kept, { sort, state, size, page }), [kept, sort, state, size, page]);
  const keep = (next: Partial<typeof kept>) => set({ ...kept, ...next });
  return {
    search,
    states: trialStatesOf(search.state),
    setStates: (next: readonly string[]) => {
      const listed: TrialSearch = { state: next.join(',') || undefined, page: undefined };
      keep(listed);
      change(listed);
    },
    columns: kept.columns,
    setColumns: (columns: readonly string[] | undefined) => keep({ columns }),
    widths: kept.widths,
    setWidth: (columnId: string, width: number) => keep({ widths: { ...kept.widths, [columnId]: width } }),
    keepSorts: (next: Parameters<typeof sortText>[0]) => keep({ sort: sortText(next), page: undefined }),
    keepPage: (part: { page?: number; size?: number }) => keep(part),
  };
}

export type TrialTableState = ReturnType<typeof useTrialTable>;
