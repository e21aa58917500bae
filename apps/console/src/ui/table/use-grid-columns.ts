import { useCallbackRef } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { DataGridProps } from './data-grid-props.ts';
import { type GridColumn, MIN_COLUMN_WIDTH, ROOMY_GRID } from './grid-column.ts';

/** A column at its place: pinned ones first, left edge and width in pixels. */
export interface PlacedColumn<Row> {
  column: GridColumn<Row>;
  index: number;
  start: number;
  width: number;
  pinned: boolean;
  /** The last of those pinned at the start. */
  pinEdge: boolean;
  /** The last of all, where it scrolls. */
  last: boolean;
  /** Of its cells; one object for all of them. */
  style: { width: number };
  /** Gives it another width, but not less than the least; `done` is false while it is being dragged. */
  resize: (width: number, done?: boolean) => void;
}

export interface PlacedColumns<Row> {
  all: PlacedColumn<Row>[];
  pinned: PlacedColumn<Row>[];
  /** Those that scroll. */
  center: PlacedColumn<Row>[];
  pinnedEnd: PlacedColumn<Row>[];
  pinnedWidth: number;
  pinnedEndWidth: number;
  totalWidth: number;
}

/** Places the columns in a viewport of the given width; what is left over goes to a growing column that the reader has left alone. */
export function useGridColumns<Row>(
  columns: GridColumn<Row>[],
  viewport: number,
  kept: Pick<DataGridProps<Row>, 'widths' | 'onWidth'> = {},
): PlacedColumns<Row> {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const { widths } = kept;
  const keeps = kept.onWidth !== undefined;
  const onWidth = useCallbackRef(kept.onWidth);
  // The very same while it is only scrolled: what shows them is not drawn anew then.
  return useMemo(
    () =>
      placeColumns(columns, viewport, { ...widths, ...chosen }, (id, width, done) => {
        setChosen(({ [id]: _old, ...others }) => (done && keeps ? others : { ...others, [id]: width }));
        if (done) onWidth(id, width);
      }),
    [columns, viewport, widths, keeps, onWidth, chosen],
  );
}

/** Exported for its test. */
export function placeColumns<Row>(
  columns: readonly GridColumn<Row>[],
  viewport: number,
  chosen: Readonly<Record<string, number>>,
  choose: (id: string, width: number, done: boolean) => void,
): PlacedColumns<Row> {
  const roomy = viewport >= ROOMY_GRID;
  const pinned = columns.filter((column) => column.pinned);
  const pinnedEnd = columns.filter((column) => column.pinnedEnd);
  const sized = [...pinned, ...columns.filter((column) => !column.pinned && !column.pinnedEnd), ...pinnedEnd].map(
    (column) => ({
      column,
      width: chosen[column.id] ?? (roomy ? (column.roomyWidth ?? column.width) : column.width),
    }),
  );
  const spare = Math.max(0, viewport - widthOf(sized));
  const grower = columns.find((column) => column.grow && chosen[column.id] === undefined);
  let start = 0;
  const all = sized.map(({ column, width }, index): PlacedColumn<Row> => {
    const wide = column === grower ? width + spare : width;
    const placed = {
      column,
      index,
      start,
      width: wide,
      pinned: column.pinned ?? false,
      pinEdge: index === pinned.length - 1,
      last: index === sized.length - 1 && !column.pinnedEnd,
      style: { width: wide },
      resize: (next: number, done = true) => choose(column.id, Math.max(MIN_COLUMN_WIDTH, Math.round(next)), done),
    };
    start += placed.width;
    return placed;
  });
  const first = all.slice(0, pinned.length);
  const last = all.slice(all.length - pinnedEnd.length);
  return {
    all,
    pinned: first,
    center: all.slice(pinned.length, all.length - pinnedEnd.length),
    pinnedEnd: last,
    pinnedWidth: widthOf(first),
    pinnedEndWidth: widthOf(last),
    totalWidth: start,
  };
}

function widthOf(columns: readonly { width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
