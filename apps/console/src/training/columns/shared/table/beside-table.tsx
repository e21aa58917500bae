import { Columns2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { CompareBeside as Beside, CompareBesideProps } from './compare-beside.tsx';
import type { ProjectTable } from './project-table.ts';
import type { TableRow } from './table-kind.ts';

// `lazy` forgets that it is generic.
const CompareBeside = lazy(async () => ({
  default: (await import('./compare-beside.tsx')).CompareBeside,
})) as unknown as typeof Beside;

/** Compares what is ticked; with nothing ticked that is what is said. */
export function CompareButton({ table }: { table: ProjectTable }) {
  return (
    <Button variant="quiet" aria-pressed={table.compare} onClick={() => table.setCompare(!table.compare)}>
      <Icon of={Columns2} size={14} /> Compare
    </Button>
  );
}

/** The table, and to its right what is ticked there while that is compared. */
export function BesideTable<Row extends TableRow>(props: CompareBesideProps<Row> & { offered: boolean }): ReactNode {
  const { offered, ...compared } = props;
  if (!offered || !compared.table.compare) return props.children;
  return (
    <Suspense fallback={props.children}>
      <CompareBeside {...compared} />
    </Suspense>
  );
}
