import { Columns2, Pin } from 'lucide-react';
import type { DOMAttributes, ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import styles from './column-table.module.css';
import type { CompareBeside as Beside, CompareBesideProps } from './compare-beside.tsx';
import { fixedWidth } from './kept-table.ts';
import type { ProjectTable } from './project-table.ts';
import { usePointing } from './selection/use-pointing.ts';
import type { TableRow } from './table-kind.ts';

interface BesideTableProps<Row extends TableRow> extends CompareBesideProps<Row> {
  open: boolean;
  rows: readonly TableRow[];
  /** What happens in the table itself. */
  watch: DOMAttributes<HTMLElement>;
  children: ReactNode;
}

// `later` forgets that it is generic.
const CompareBeside = later(
  async () => (await import('./compare-beside.tsx')).CompareBeside,
) as unknown as typeof Beside;

/** Compares what is ticked; with nothing ticked that is what is said. */
export function CompareButton({ table }: { table: ProjectTable }) {
  return (
    <Button variant="quiet" aria-pressed={table.compare} onClick={() => table.setCompare(!table.compare)}>
      <Icon of={Columns2} size={14} /> Compare
    </Button>
  );
}

/** The table, and to its right what is ticked there while that is compared. The table stays the same one: its place and focus do. */
export function BesideTable<Row extends TableRow>(props: BesideTableProps<Row>): ReactNode {
  const { open, rows, watch, children, ...compared } = props;
  const { pinned } = compared.table;
  const pointing = usePointing(rows);
  const fixed = fixedWidth(pinned);
  return (
    <div ref={pointing.box} className={styles.split} {...(open && pointing.watch)}>
      <div
        className={styles.table}
        data-beside={open || undefined}
        style={open && fixed !== undefined ? { flex: 'none', width: fixed } : undefined}
        {...watch}
      >
        {open && pinned === 0 ? (
          <EmptyState whole icon={Pin} title={'Pin columns to see them in "Compare View"'} />
        ) : (
          children
        )}
      </div>
      {open ? <CompareBeside {...compared} pointed={pointing.pointed} /> : null}
    </div>
  );
}
