// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid places its cells itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on one cell at a time, never on rows or the grid
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { ColumnMenu } from './column-menu.tsx';
import { ColumnResizer } from './column-resizer.tsx';
import styles from './data-grid.module.css';
import type { DataGridProps } from './data-grid-props.ts';
import { type GridSort, nextSorts } from './grid-column.ts';
import type { PlacedColumn } from './use-grid-columns.ts';
import { type HeadDrag, useHeadDrag } from './use-head-drag.ts';

export const HEAD_HEIGHT = 28;

/** In a narrower head the menu's sign would leave nothing to press for the order. */
const ROOM_FOR_SIGN = 64;

/** Pixels a column changes by with Shift and an arrow key. */
const RESIZE_STEP = 16;

interface HeadProps<Row> extends Pick<DataGridProps<Row>, 'onSort' | 'sortsBySeveral' | 'onMove'> {
  sorts: readonly GridSort[];
  menu: DataGridProps<Row>['columnMenu'];
  columnCount: number;
}

interface GridHeadProps<Row> extends HeadProps<Row> {
  columns: PlacedColumn<Row>[];
  activeColumn: number | undefined;
}

function Head<Row>({ columns, activeColumn, ...head }: GridHeadProps<Row>) {
  const drag = useHeadDrag(head.onMove);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} data-r={-1} className={styles.headRow} style={{ height: HEAD_HEIGHT }}>
        {columns.map((placed, at) => (
          <HeadCell
            key={placed.column.id}
            {...head}
            placed={placed}
            before={columns[at - 1]}
            after={columns[at + 1]}
            active={activeColumn === placed.index}
            drag={drag}
          />
        ))}
      </div>
    </div>
  );
}

/** Skipped while rows are scrolled: the list of columns is another one then, with the same in it. */
export const GridHead = memo(Head, ({ columns: before, ...old }, { columns: after, ...now }) => {
  const names = Object.keys(old) as (keyof typeof old)[];
  return (
    names.every((name) => old[name] === now[name]) &&
    before.length === after.length &&
    before.every((placed, at) => placed === after[at])
  );
}) as typeof Head; // memo() drops the type parameter

interface HeadCellProps<Row> extends HeadProps<Row> {
  placed: PlacedColumn<Row>;
  /** Its neighbours. */
  before: PlacedColumn<Row> | undefined;
  after: PlacedColumn<Row> | undefined;
  active: boolean;
  drag: HeadDrag;
}

function HeadCell<Row>({ placed, columnCount, active, drag, ...head }: HeadCellProps<Row>) {
  const { sorts, sortsBySeveral = false, onSort, onMove } = head;
  const { column, pinned, start, width, index } = placed;
  const [menu, setMenu] = useState(false);
  const sortedAt = sorts.findIndex(({ columnId }) => columnId === column.id);
  const sorted = sorts[sortedAt]?.direction;
  const way = sorted === 'asc' ? 'ascending' : 'descending';
  const isOneOfSeveral = sorted !== undefined && sorts.length > 1;
  const canSort = column.sortable === true && onSort !== undefined;
  const sortNow = (add: boolean) => canSort && onSort(nextSorts(column, sorts, add && sortsBySeveral));
  const hasMenu = head.menu !== undefined && column.movable === true;

  function moveBy(left: boolean) {
    const to = (left ? head.before : head.after)?.column;
    if (column.movable && to?.movable) onMove?.(column.id, { columnId: to.id, side: left ? 'before' : 'after' });
  }

  function onKeyDown(event: KeyboardEvent) {
    // What the head holds, and menus that it opens, have keys of their own.
    if (event.target !== event.currentTarget) return;
    const left = event.key === 'ArrowLeft';
    if (hasMenu && event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      // A menu that has just come would take it for a key that is pressed outside of it, and close.
      event.nativeEvent.stopPropagation();
      setMenu(true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const held = event.currentTarget.querySelector<HTMLElement>('input, [aria-haspopup]:not([data-column-menu])');
      if (held) held.click();
      else sortNow(event.shiftKey);
    } else if (left || event.key === 'ArrowRight') {
      if (event.shiftKey) placed.resize(width + (left ? -RESIZE_STEP : RESIZE_STEP));
      else if (event.altKey && onMove) moveBy(left);
      else return;
      event.preventDefault();
    }
  }

  function onContextMenu(event: MouseEvent) {
    if (!hasMenu) return;
    event.preventDefault();
    setMenu(true);
  }

  return (
    <div
      role="columnheader"
      aria-label={column.header}
      aria-colindex={index + 1}
      // Of one head alone, as ARIA wants it.
      aria-sort={sortedAt === 0 ? way : undefined}
      aria-description={isOneOfSeveral ? `Sort ${sortedAt + 1} of ${sorts.length}, ${way}` : undefined}
      aria-keyshortcuts={`Shift+ArrowLeft Shift+ArrowRight${canSort && sortsBySeveral ? ' Shift+Enter' : ''}${hasMenu ? ' Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : ''}`}
      data-c={index}
      data-align={column.align}
      data-sorted={sorted !== undefined}
      data-pin-edge={placed.pinEdge}
      data-last={placed.last}
      tabIndex={active ? 0 : -1}
      title={column.header}
      data-pinned={column.pinnedEnd ? 'end' : pinned ? 'start' : undefined}
      className={styles.headCell}
      // The handle stands half over the next head: each head lies above the ones after it, and pinned ones above all that scroll.
      style={{
        left: column.pinnedEnd ? undefined : start,
        width,
        zIndex: (pinned || column.pinnedEnd ? 2 * columnCount : columnCount) - index,
      }}
      onClick={(event) => drag.moved() || sortNow(event.shiftKey)}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      {...(column.movable && onMove ? drag.handlers(column.id) : undefined)}
      data-drop={drag.drop?.columnId === column.id ? drag.drop.side : undefined}
      data-dragged={drag.dragged === column.id || undefined}
      data-can-sort={canSort}
      data-narrow={width < ROOM_FOR_SIGN}
    >
      {column.headerContent === '' ? (
        <span className="visually-hidden">{column.header}</span>
      ) : (
        <span className={styles.headText}>{column.headerContent ?? column.header}</span>
      )}
      {sorted && (
        <svg className={styles.sortArrow} viewBox="0 0 8 12" width="8" height="12" aria-hidden="true">
          <path d={sorted === 'asc' ? 'M4 11V2M1 5l3-3 3 3' : 'M4 1v9M1 7l3 3 3-3'} />
        </svg>
      )}
      {isOneOfSeveral && (
        <span className={styles.sortPlace} aria-hidden="true">
          {sortedAt + 1}
        </span>
      )}
      {hasMenu && head.menu ? (
        <ColumnMenu name={column.header} actions={() => head.menu?.(column.id) ?? []} open={menu} onOpen={setMenu} />
      ) : null}
      <ColumnResizer placed={placed} />
    </div>
  );
}
