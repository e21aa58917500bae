import type { Setting } from '#platform/settings/settings.ts';
import type { TableSearch } from '#platform/table/table-state.ts';

/** What of an experiment's table of trials stands in the address. */
export interface TrialSearch extends TableSearch {
  /** With commas between. */
  state?: string;
}

/** How a reader has set the table of trials of one experiment; what is as by default is absent. */
interface KeptTrials extends TrialSearch {
  columns?: readonly string[];
  /** In pixels, by column. */
  widths?: Readonly<Record<string, number>>;
}

export const keptTrials = (experimentId: number): Setting<KeptTrials> => ({
  key: `trialTable-${experimentId}`,
  read: (stored) => {
    const { columns, widths, sort, state, size, page } = (stored ?? {}) as Record<string, unknown>;
    const entries = Object.entries(typeof widths === 'object' && widths !== null ? widths : {});
    return {
      columns: Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : undefined,
      widths: Object.fromEntries(entries.filter(([, width]) => typeof width === 'number')),
      sort: typeof sort === 'string' ? sort : undefined,
      state: typeof state === 'string' ? state : undefined,
      size: typeof size === 'number' ? size : undefined,
      page: typeof page === 'number' ? page : undefined,
    };
  },
});

/** What is listed: as the address says, else as it was left. A page is one of that list, in that order. */
export function listedTrials(kept: TrialSearch, address: TrialSearch): TrialSearch {
  const { sort = kept.sort, state = kept.state, size = kept.size } = address;
  const same = sort === kept.sort && state === kept.state && size === kept.size;
  return { sort, state, size, page: address.page ?? (same ? kept.page : undefined) };
}
