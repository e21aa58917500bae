// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid places its cells itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on one cell at a time, never on rows or the grid
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './data-grid.module.css';
import { type GridSort, nextSort } from './grid-column.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

export const HEAD_HEIGHT = 28;

/** Pixels a column changes by with Shift and an arrow key. */
const RESIZE_STEP = 16;

interface GridHeadProps<Row> {
  columns: PlacedColumn<Row>[];
  pinnedWidth: number;
  columnCount: number;
  activeColumn: number | undefined;
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
}

export function GridHead<Row>({ columns, pinnedWidth, columnCount, activeColumn, sort, onSort }: GridHeadProps<Row>) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow} style={{ height: HEAD_HEIGHT }}>
        {columns.map((placed) => (
          <HeadCell
            key={placed.column.id}
            placed={placed}
            pinnedWidth={pinnedWidth}
            columnCount={columnCount}
            active={activeColumn === placed.index}
            sort={sort}
            onSort={onSort}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadCellProps<Row> {
  placed: PlacedColumn<Row>;
  pinnedWidth: number;
  columnCount: number;
  active: boolean;
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
}

function HeadCell<Row>({ placed, pinnedWidth, columnCount, active, sort, onSort }: HeadCellProps<Row>) {
  const { column, pinned, start, width, index } = placed;
  const sorted = sort?.columnId === column.id ? sort.direction : undefined;
  const canSort = column.sortable === true && onSort !== undefined;
  const sortNow = () => canSort && onSort(nextSort(column, sort));

  function onKeyDown(event: KeyboardEvent) {
    // What the head holds, and menus that it opens, have keys of their own.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const held = event.currentTarget.querySelector<HTMLElement>('input, [aria-haspopup]');
      if (held) held.click();
      else sortNow();
    } else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      placed.resize(width + (event.key === 'ArrowRight' ? RESIZE_STEP : -RESIZE_STEP));
    }
  }

  return (
    <div
      role="columnheader"
      aria-label={column.header}
      aria-colindex={index + 1}
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      data-r={-1}
      data-c={index}
      data-align={column.align}
      data-sorted={sorted !== undefined}
      data-pin-edge={pinned && start + width === pinnedWidth}
      data-last={index === columnCount - 1}
      tabIndex={active ? 0 : -1}
      title={column.header}
      className={column.pinnedEnd ? styles.headCellPinnedEnd : pinned ? styles.headCellPinned : styles.headCell}
      // The handle stands half over the next head: each head lies above the ones after it, and pinned ones above all that scroll.
      style={{
        left: column.pinnedEnd ? undefined : start,
        width,
        zIndex: (pinned || column.pinnedEnd ? 2 * columnCount : columnCount) - index,
      }}
      onClick={sortNow}
      onKeyDown={onKeyDown}
      data-can-sort={canSort}
    >
      <span className={styles.headText}>{column.headerContent ?? column.header}</span>
      {sorted && (
        <svg className={styles.sortArrow} viewBox="0 0 8 12" width="8" height="12" aria-hidden="true">
          <path d={sorted === 'asc' ? 'M4 11V2M1 5l3-3 3 3' : 'M4 1v9M1 7l3 3 3-3'} />
        </svg>
      )}
      <Resizer placed={placed} />
    </div>
  );
}

/** The edge by which a column is made wider or narrower; keys do it from the head. */
function Resizer<Row>({ placed }: { placed: PlacedColumn<Row> }) {
  const [from, setFrom] = useState<{ x: number; width: number }>();

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom({ x: event.clientX, width: placed.width });
  }

  return (
    <span
      className={styles.resizer}
      aria-hidden="true"
      data-resizing={from !== undefined}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => from && placed.resize(from.width + event.clientX - from.x)}
      onLostPointerCapture={() => setFrom(undefined)}
    />
  );
}
