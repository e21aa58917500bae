import { useMemo, useRef } from 'react';
import { useSame } from '#ui/primitives/use-same.ts';
import { type Choice, chooseColumn } from '#ui/table/choose-column.tsx';
import type { TableRow } from '../table-kind.ts';
import { SelectMenu } from './select-menu.tsx';
import { isSelected, type Selection, select } from './selection.ts';

interface Choosing<Row> {
  rows: readonly Row[];
  total: number;
  selection: Selection;
  endless: boolean;
  /** In the colours of a comparison; else as usual. */
  slots: ReadonlyMap<number, number> | undefined;
  /** One and the same, as the column is while nothing else changes. */
  onSelect: (selection: Selection) => void;
}

/** Which of a table's rows are ticked, and the column that ticks them. */
export function useChoosing<Row extends TableRow>({ rows, total, selection, endless, slots, onSelect }: Choosing<Row>) {
  const last = useRef<number>(undefined);
  const chosen = useMemo(
    (): Choice<Row, number> => ({
      keyOf: (row) => row.id,
      last,
      has: (row: Row) => isSelected(selection, row.id),
      set: (changed: readonly Row[], on: boolean) => onSelect(select(selection, idsOf(changed), on)),
      hue: slots && ((row: Row) => hueOf(slots.get(row.id))),
    }),
    [selection, slots, onSelect],
  );
  // As their boxes have it, rows of the same ids are the same.
  const page = useSame(rows, idOf);
  const choose = useMemo(
    () =>
      chooseColumn({
        chosen,
        rows: page,
        name: (row) => row.name,
        head: <SelectMenu ids={idsOf(page)} {...{ total, selection, endless, onSelect }} />,
      }),
    [chosen, page, total, selection, endless, onSelect],
  );
  return { chosen, choose };
}

const idOf = ({ id }: TableRow) => id;
const idsOf = (rows: readonly TableRow[]) => rows.map(idOf);

/** By the theme's own names; what has none is a ghost in charts. */
const hueOf = (slot: number | undefined) => (slot === undefined ? 'var(--axis)' : `var(--d${slot + 1})`);
