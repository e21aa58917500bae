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
      {columns.map(({ column, index: columnIndex, start, width, pinned }) => {
        const heat = row === undefined ? undefined : column.heat?.(row);
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={columnIndex + 1}
            data-r={index}
            data-c={columnIndex}
            data-align={column.align}
            data-heat={heat !== undefined}
            data-pin-edge={pinned && start + width === pinnedWidth}
            data-last={columnIndex === columnCount - 1}
            tabIndex={activeColumn === columnIndex ? 0 : -1}
            className={column.pinnedEnd ? styles.cellPinnedEnd : pinned ? styles.cellPinned : styles.cell}
            // React types know no custom properties.
            style={{ left: column.pinnedEnd ? undefined : start, width, '--h': heat } as CSSProperties}
          >
            {row === undefined ? <span className={styles.bone} aria-hidden="true" /> : boxed(column.cell(row))}
          </div>
        );
      })}
    </div>
  );
}

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
