import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { mostNarrowing, useFilterCounts } from '../../filter-counts.ts';
import { replaceAt } from '../../filter-edit.ts';
import { swept } from '../../filter-set.ts';
import { useValueNames } from '../../value-names.ts';
import { inBrief } from '../../words/filter-words.ts';
import type { ProjectTable } from '../project-table.ts';
import { labelOf, type TableKind } from '../table-kind.ts';
import { type FilteredKind, filteredTable } from './filtered-kind.ts';

export interface WithoutOneProps {
  kind: FilteredKind & Pick<TableKind, 'facts'>;
  projectId: number;
  table: ProjectTable;
}

/** Takes away the one condition or group without which most rows are found, and says how many; nothing where none helps. */
export function WithoutOne({ kind, projectId, table }: WithoutOneProps) {
  const filter = swept(table.filter);
  const valueName = useValueNames(filter);
  const counts = useFilterCounts(filteredTable(kind, projectId, table), filter);
  const most = counts ? mostNarrowing(counts) : undefined;
  if (!most) return null;
  const words = inBrief(most.node, { labelName: ({ columnName }) => labelOf(kind, columnName), valueName });
  return (
    <Button onClick={() => table.setFilter(replaceAt(filter, most.place, undefined))}>
      Without {words}: {plural(most.without, kind.noun, kind.nouns)}
    </Button>
  );
}
