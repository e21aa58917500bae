import { readSetting, type Setting } from '#platform/settings/settings.ts';
import type { ExperimentTableSearch } from './experiment-rows-request.ts';
import { readSelection, type Selection } from './selection/selection.ts';

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
  /** `{filterGroup, showArchived}` as text, as earlier consoles kept it. */
  filterset?: string;
  selection?: Selection;
}

/** So many columns stay in sight where nobody has said otherwise. */
export const usualPinned = 3;

export const keptTable = (projectId: number): Setting<KeptTable> => ({
  key: `projectTable-${projectId}`,
  read: (stored) => {
    const { columns, sort, pinned, widths, filterset, selection } = (stored ?? {}) as Record<string, unknown>;
    return {
      columns: typeof columns === 'string' ? columns : undefined,
      sort: typeof sort === 'string' ? sort : undefined,
      pinned: Number.isSafeInteger(pinned) ? (pinned as number) : undefined,
      filterset: typeof filterset === 'string' ? filterset : undefined,
      selection: selection === undefined ? undefined : readSelection(selection),
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
): Partial<ExperimentTableSearch> | undefined {
  const kept = readSetting(keptTable(projectId));
  const { columns = kept.columns, sort = kept.sort } = search;
  // Which rows there are is one answer: a link with a filter shows what it showed who sent it.
  const rows = search.filter || search.archived ? search : keptFilter(kept.filterset);
  const said = { columns, sort, filter: rows.filter, archived: rows.archived };
  return Object.entries(said).every(([key, value]) => value === search[key as keyof typeof said]) ? undefined : said;
}

/** The table says what is no filter. */
function keptFilter(filterset: string | undefined): Pick<ExperimentTableSearch, 'filter' | 'archived'> {
  if (filterset === undefined) return {};
  try {
    const kept = JSON.parse(filterset) as { filterGroup?: unknown; showArchived?: unknown };
    const { filterGroup, showArchived } = kept;
    const filter = typeof filterGroup === 'object' && filterGroup !== null ? filterGroup : undefined;
    return { filter, archived: showArchived === true || undefined };
  } catch {
    return { filter: {} };
  }
}
