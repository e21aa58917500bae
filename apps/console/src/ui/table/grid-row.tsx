// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid places its cells itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on one cell at a time, never on rows or the grid
import { type CSSProperties, memo, type ReactNode } from 'react';
import styles from './data-grid.module.css';
import type { PlacedColumn } from './use-grid-columns.ts';

interface GridRowProps<Row> {
  row: Row | undefined;
  index: number;
  ariaIndex: number;
  top: number;
  height: number;
  columns: PlacedColumn<Row>[];
  /** Widths of all columns and the first one in the window: what decides whether the placed columns are the same. */
  layout: string;
  firstShown: number;
  pinnedWidth: number;
  columnCount: number;
  activeColumn: number | undefined;
  muted: boolean;
  /** Undefined where rows are not ticked. */
  chosen: boolean | undefined;
}

function Row<R>({
  row,
  index,
  ariaIndex,
  top,
  height,
  columns,
  pinnedWidth,
  columnCount,
  activeColumn,
  muted,
  chosen,
}: GridRowProps<R>) {
  return (
    <div
      role="row"
      aria-rowindex={ariaIndex}
      aria-busy={row === undefined}
      aria-selected={chosen}
      className={styles.row}
      data-muted={muted}
      style={{ top, height }}
    >
      {columns.map(({ column, index: columnIndex, start, width, pinned }) => (
        <GridCell
          key={column.id}
          row={row}
          rowIndex={index}
          column={column}
          index={columnIndex}
          start={start}
          width={width}
          pinned={pinned}
          pinEdge={pinned && start + width === pinnedWidth}
          last={columnIndex === columnCount - 1}
          active={activeColumn === columnIndex}
          chosen={chosen}
        />
      ))}
    </div>
  );
}

interface GridCellProps<Row> extends Pick<PlacedColumn<Row>, 'column' | 'index' | 'start' | 'width' | 'pinned'> {
  row: Row | undefined;
  rowIndex: number;
  pinEdge: boolean;
  last: boolean;
  active: boolean;
  /** A cell may show it: drawn anew with it. */
  chosen: boolean | undefined;
}

function Cell<R>({ row, rowIndex, column, index, start, width, pinned, pinEdge, last, active }: GridCellProps<R>) {
  const heat = row === undefined ? undefined : column.heat?.(row);
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      data-r={rowIndex}
      data-c={index}
      data-align={column.align}
      data-heat={heat !== undefined}
      data-pin-edge={pinEdge}
      data-last={last}
      tabIndex={active ? 0 : -1}
      className={column.pinnedEnd ? styles.cellPinnedEnd : pinned ? styles.cellPinned : styles.cell}
      // React types know no custom properties.
      style={{ left: column.pinnedEnd ? undefined : start, width, '--h': heat } as CSSProperties}
    >
      {row === undefined ? <span className={styles.bone} aria-hidden="true" /> : boxed(column.cell(row))}
    </div>
  );
}

/** Those that stay while others come into the window are skipped. */
const GridCell = memo(Cell) as typeof Cell; // memo() drops the type parameter

/** Bare text gets a box of its own, so that it lines up with other content and ends in an ellipsis. */
function boxed(content: ReactNode): ReactNode {
  return typeof content === 'string' || typeof content === 'number' ? <span>{content}</span> : content;
}

/** Rows outside a change are skipped while scrolling; new columns, data or window redraw them. */
export const GridRow = memo(Row, (before, after) => {
  return (
    before.row === after.row &&
    before.index === after.index &&
    before.ariaIndex === after.ariaIndex &&
    before.top === after.top &&
    before.height === after.height &&
    before.layout === after.layout &&
    before.firstShown === after.firstShown &&
    before.columns.length === after.columns.length &&
    before.columns.every((placed, i) => placed.column === after.columns[i]?.column) &&
    before.pinnedWidth === after.pinnedWidth &&
    before.columnCount === after.columnCount &&
    before.activeColumn === after.activeColumn &&
    before.muted === after.muted &&
    before.chosen === after.chosen
  );
}) as typeof Row; // memo() drops the type parameter
