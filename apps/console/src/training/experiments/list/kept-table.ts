import { readSetting, type Setting } from '#platform/settings/settings.ts';
import type { ExperimentTableSearch } from './experiment-rows-request.ts';

// Apart from what the table itself needs: routes ask this on the first screen, too.

/** How a reader has set the table of one project; what is as by default is absent. */
interface KeptTable {
  /** As the address has them. */
  columns?: string;
  sort?: string;
  /** How many columns stay in sight. */
  pinned?: number;
  /** In pixels, by column. */
  widths?: Readonly<Record<string, number>>;
}

/** So many columns stay in sight where nobody has said otherwise. */
export const usualPinned = 3;

export const keptTable = (projectId: number): Setting<KeptTable> => ({
  key: `projectTable-${projectId}`,
  read: (stored) => {
    const { columns, sort, pinned, widths } = (stored ?? {}) as Record<string, unknown>;
    return {
      columns: typeof columns === 'string' ? columns : undefined,
      sort: typeof sort === 'string' ? sort : undefined,
      pinned: Number.isSafeInteger(pinned) ? (pinned as number) : undefined,
      widths: Object.fromEntries(
        Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
          ([, width]) => typeof width === 'number',
        ),
      ),
    };
  },
});

/** What the address leaves out and the reader has set: what it should say then; undefined where it says all. */
export function keptSearch(
  projectId: number,
  search: ExperimentTableSearch,
): Pick<ExperimentTableSearch, 'columns' | 'sort'> | undefined {
  const kept = readSetting(keptTable(projectId));
  const { columns = kept.columns, sort = kept.sort } = search;
  return columns === search.columns && sort === search.sort ? undefined : { columns, sort };
}
