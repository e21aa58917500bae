import {
  type ColumnDef,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  type TableState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type GridColumn, MIN_COLUMN_WIDTH, ROOMY_GRID } from './grid-column.ts';

const features = tableFeatures({ columnPinningFeature, columnResizingFeature, columnSizingFeature });
type Features = typeof features;

// Rows never pass through the table library: they come by index from pages that load as they scroll into view.
const NO_ROWS: never[] = [];

const sizes = (state: TableState<Features>) => ({ sizing: state.columnSizing, resizing: state.columnResizing });

/** A column at its place: pinned ones first, left edge and width in pixels. */
export interface PlacedColumn<Row> {
  column: GridColumn<Row>;
  index: number;
  start: number;
  width: number;
  pinned: boolean;
  resizing: boolean;
  startResize: (event: unknown) => void;
  resizeBy: (pixels: number) => void;
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

/** Places the columns in a viewport of the given width; what is left over goes to the growing column. */
export function useGridColumns<Row>(columns: GridColumn<Row>[], viewport: number): PlacedColumns<Row> {
  const roomy = viewport >= ROOMY_GRID;
  const definitions = useMemo<ColumnDef<Features, never>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: roomy ? (column.roomyWidth ?? column.width) : column.width,
        minSize: MIN_COLUMN_WIDTH,
      })),
    [columns, roomy],
  );
  const pinning = useMemo(
    () => ({ start: columns.filter((column) => column.pinned).map((column) => column.id), end: [] }),
    [columns],
  );
  const table = useTable(
    {
      features,
      data: NO_ROWS,
      columns: definitions,
      columnResizeMode: 'onChange',
      state: { columnPinning: pinning },
    },
    sizes,
  );

  const byId = new Map(columns.map((column) => [column.id, column]));
  const headers = [...table.getStartLeafHeaders(), ...table.getCenterLeafHeaders()];
  const spare = viewport - headers.reduce((sum, header) => sum + header.getSize(), 0);
  const grower = columns.find((column) => column.grow)?.id;

  const all: PlacedColumn<Row>[] = [];
  let start = 0;
  for (const header of headers) {
    const column = byId.get(header.column.id);
    if (!column) continue;
    const width = header.getSize() + (column.id === grower && spare > 0 ? spare : 0);
    all.push({
      column,
      index: all.length,
      start,
      width,
      pinned: column.pinned ?? false,
      resizing: header.column.getIsResizing(),
      startResize: header.getResizeHandler(),
      resizeBy: (pixels) =>
        table.setColumnSizing((old) => ({
          ...old,
          [column.id]: Math.max(MIN_COLUMN_WIDTH, header.getSize() + pixels),
        })),
    });
    start += width;
  }
  const pinned = all.filter((placed) => placed.pinned);
  const pinnedEnd = all.filter((placed) => placed.column.pinnedEnd);
  return {
    all,
    pinned,
    center: all.slice(pinned.length, all.length - pinnedEnd.length),
    pinnedEnd,
    pinnedWidth: widthOf(pinned),
    pinnedEndWidth: widthOf(pinnedEnd),
    totalWidth: start,
  };
}

function widthOf(columns: readonly { width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
