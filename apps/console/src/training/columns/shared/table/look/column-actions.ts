import {
  ArrowDown,
  ArrowUp,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  Grid2x2,
  ListFilter,
  Pin,
  PinOff,
  RulerDimensionLine,
} from 'lucide-react';
import type { RowAction } from '#ui/primitives/row-menu.tsx';
import type { ProjectTable } from '../project-table.ts';
import type { TableKind } from '../table-kind.ts';
import { moved, withPin } from '../tools/column-choices.ts';
import type { Heat } from './use-heat.ts';

interface ColumnContext {
  kind: Pick<TableKind, 'facts' | 'wayIn' | 'unfiltered' | 'noun'>;
  table: ProjectTable;
  heat: Heat;
  /** Pins, filter: without them there is only what the plain list has. */
  whole: boolean;
  /** Begins a condition about it. */
  onFilter: (columnId: string) => void;
}

/** What the menu in a column's head offers. */
export function columnActions(id: string, { kind, table, heat, whole, onFilter }: ColumnContext): RowAction[] {
  const { shown, setShown, pinned, sorts, setSorts } = table;
  const facts = kind.facts(id);
  const at = shown.indexOf(id);
  const isPinned = at < pinned;
  const skipped = table.heat.skipped.includes(id);
  const sort = (label: string, direction: 'asc' | 'desc', icon: RowAction['icon']): RowAction => ({
    label,
    icon,
    disabledReason:
      sorts.length === 1 && sorts[0]?.columnId === id && sorts[0].direction === direction ? 'is so' : undefined,
    run: () => setSorts([{ columnId: id, direction }]),
  });
  const actions: (RowAction | false)[] = [
    whole && {
      label: isPinned ? 'Unpin Column' : 'Pin Column',
      icon: isPinned ? PinOff : Pin,
      disabledReason: isPinned && pinned === 1 ? 'One column stays pinned' : undefined,
      run: () => {
        const next = withPin(shown, pinned, id);
        setShown(next.shown, next.pinned);
      },
    },
    {
      label: 'Hide Column',
      icon: EyeOff,
      disabledReason: id === kind.wayIn ? `It is the way into the ${kind.noun}` : undefined,
      run: () =>
        setShown(
          shown.filter((one) => one !== id),
          isPinned ? Math.max(1, pinned - 1) : pinned,
        ),
    },
    facts?.sortable === true && sort('Sort Ascending', 'asc', ArrowUp),
    facts?.sortable === true && sort('Sort Descending', 'desc', ArrowDown),
    whole &&
      facts?.filterable === true &&
      !kind.unfiltered.includes(id) && { label: 'Add Filter', icon: ListFilter, run: () => onFilter(id) },
    table.heat.on &&
      heat.columns.includes(id) && {
        label: skipped ? 'Heatmap' : 'Cancel Heatmap',
        icon: Grid2x2,
        run: () =>
          table.setHeat({
            skipped: skipped ? table.heat.skipped.filter((one) => one !== id) : [...table.heat.skipped, id],
          }),
      },
    table.widths[id] !== undefined && {
      label: 'Reset Width',
      icon: RulerDimensionLine,
      run: () => table.resetWidth(id),
    },
    {
      label: 'Move Left',
      icon: ChevronLeft,
      disabledReason: at === 0 ? 'is the first' : undefined,
      run: () => setShown(moved(shown, id, -1)),
    },
    {
      label: 'Move Right',
      icon: ChevronRight,
      disabledReason: at === shown.length - 1 ? 'is the last' : undefined,
      run: () => setShown(moved(shown, id, 1)),
    },
  ];
  return actions.filter((action) => action !== false);
}

/** With a column at another one's side; it is pinned where that one is. */
export function dropped(
  shown: readonly string[],
  pinned: number,
  id: string,
  to: { columnId: string; side: 'before' | 'after' },
): { shown: readonly string[]; pinned: number } {
  const wasPinned = shown.indexOf(id) < pinned;
  const isPinned = shown.indexOf(to.columnId) < pinned;
  const others = shown.filter((one) => one !== id);
  const at = others.indexOf(to.columnId);
  if (at === -1) return { shown, pinned };
  return {
    shown: others.toSpliced(to.side === 'before' ? at : at + 1, 0, id),
    pinned: Math.max(1, pinned + Number(isPinned) - Number(wasPinned)),
  };
}
