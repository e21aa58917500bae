import { maxCompared } from '@determined/contract/limits.ts';
import { useMemo } from 'react';
import { mostInColour, slotsOf } from '#training/metrics/shared/series-slots.ts';
import { useSame } from '#ui/primitives/use-same.ts';
import type { ColumnTableSearch } from '../kept-table.ts';
import type { ProjectTable } from '../project-table.ts';
import type { TableKind, TableRow } from '../table-kind.ts';
import { selectedCount } from './selection.ts';
import { useChosenIds } from './use-chosen-ids.ts';

export interface ComparedRows extends ReturnType<typeof useChosenIds> {
  count: number;
  /** Places in the palette: each keeps its own as long as it is ticked, whatever is ticked beside it. */
  slots: ReadonlyMap<number, number>;
}

/** What of the table is compared: nothing is asked for it while that is closed. */
export function useCompared<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  { selection, hues }: Pick<ProjectTable, 'selection' | 'hues'>,
  { total, open }: { total: number; open: boolean },
): ComparedRows {
  const count = selectedCount(selection, total);
  const chosen = useChosenIds(kind, projectId, search, selection, open && count <= maxCompared ? total : 0);
  // The very same while they are: the rows are drawn with them.
  const first = useSame((chosen.ids ?? []).slice(0, mostInColour));
  const slots = useMemo(() => slotsOf(first, hues), [first, hues]);
  return { ...chosen, count, slots };
}
