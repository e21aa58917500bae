import { X } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { FilterAside } from './filter-aside.tsx';
import { useFilterCounts } from './filter-counts.ts';
import { type FilterPlace, mostChildren, replaceAt } from './filter-edit.ts';
import { Conjunction, FilterAdders, FilterLines } from './filter-lines.tsx';
import { type FilterColumn, fieldOn } from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { conditionsIn, type FilterGroup, type FilterNode, filterText, noFilter } from './filter-set.ts';
import type { FilteredTable } from './filtered-table.ts';
import { useFilterDrag } from './use-filter-drag.ts';

interface FilterPanelProps {
  table: FilteredTable;
  columns: readonly FilterColumn[];
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
  onClose: () => void;
  /** How many rows there are under it; undefined until that is known. */
  found: number | undefined;
  /** With a new condition about this column. */
  begins?: FilterColumn | undefined;
}

/** Builds a table's filter, between its tools and its rows: conditions in groups. What is complete counts at once. */
export function FilterPanel({ table, columns, filter, onChange, onClose, found, begins }: FilterPanelProps) {
  const { draft, change } = useDraft(filter, onChange, begins);
  const counts = useFilterCounts(table, draft, { keep: true });
  const drag = useFilterDrag(draft, change);
  const lines = {
    root: draft,
    place: [],
    columns,
    onChange: (place: FilterPlace, next: FilterNode | undefined) => change(replaceAt(draft, place, next)),
  };
  return (
    <section className={styles.panel} aria-label="Filter">
      <header className={styles.head}>
        <strong>Show {table.nouns} where</strong>
        <Conjunction
          name="All or any of the conditions"
          value={draft.conjunction}
          onChange={(conjunction) => change({ ...draft, conjunction })}
        />
        <span>of the following are true…</span>
        <Found {...{ table, found }} total={counts?.total} />
        <IconButton size="xs" icon={X} name="Close filter" onClick={onClose} />
      </header>
      <div className={styles.body}>
        <div className={styles.lines}>
          <FilterLines {...lines} drag={drag} counts={counts} />
        </div>
        <footer className={styles.foot}>
          <FilterAdders {...lines} />
          <span className={styles.legend}>{counts ? `Counts: ${table.nouns} that pass that line alone` : null}</span>
          <Button
            size="xs"
            variant="quiet"
            inactive={conditionsIn(draft) === 0 && draft.children.length === 0}
            onClick={() => change(noFilter)}
          >
            Clear filters
          </Button>
        </footer>
        <FilterAside {...{ table, columns, filter: draft, counts }} />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {drag.said}
      </p>
    </section>
  );
}

/** "187 of 8,412 runs"; without a filter how many there are. */
function Found({ table, found, total }: Pick<FilterPanelProps, 'table' | 'found'> & { total: number | undefined }) {
  if (found === undefined) return <span className={styles.found} />;
  const noun = (total ?? found) === 1 ? table.noun : table.nouns;
  return (
    <span className={styles.found}>
      <strong>{formatCount(found)}</strong> {total === undefined ? noun : `of ${formatCount(total)} ${noun}`}
    </span>
  );
}

/** What is being built: conditions without a value are in it, too, which the table's own filter does not have. */
function useDraft(filter: FilterGroup, onChange: (filter: FilterGroup) => void, begins: FilterColumn | undefined) {
  const text = filterText(filter);
  const [{ draft, seen }, set] = useState(() => ({
    draft:
      begins && filter.children.length < mostChildren
        ? { ...filter, children: [...filter.children, fieldOn(begins)] }
        : filter,
    seen: text,
  }));
  // Changed elsewhere: by the address, or by a chip's cross.
  const stale = text !== seen && text !== filterText(draft);
  if (stale) set({ draft: filter, seen: text });
  else if (text !== seen) set({ draft, seen: text });
  return {
    draft: stale ? filter : draft,
    change: (next: FilterGroup) => {
      set({ draft: next, seen: text });
      if (filterText(next) !== filterText(draft)) onChange(next);
    },
  };
}
