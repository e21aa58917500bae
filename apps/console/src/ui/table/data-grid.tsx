// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid places its cells itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on one cell at a time, never on rows or the grid

import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useMemo, useRef } from 'react';
import { later } from '../primitives/later.tsx';
import { RowMenuLead } from '../primitives/row-menu.tsx';
import { mobileQuery } from '../theme/mobile.ts';
import type { CompactList as List } from './compact-list.tsx';
import styles from './data-grid.module.css';
import type { DataGridProps } from './data-grid-props.ts';
import { GridBones } from './grid-bones.tsx';
import { GridHead, HEAD_HEIGHT } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { around, indexesOf, type Span } from './grid-window.ts';
import { openRow } from './open-row.ts';
import { markRow } from './row-panes.ts';
import { parseSort, sortText } from './sort-string.ts';
import { useCellCopy } from './use-cell-copy.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useBlocks, usePanes, useParts } from './use-grid-panes.ts';
import { useBoxSize, useGridWindow } from './use-grid-window.ts';
import { useSight } from './use-sight.ts';

// `later` forgets that it is generic.
const CompactList = later(
  async () => (await import('./compact-list.tsx')).CompactList,
  () => <div className={styles.notice} />,
) as unknown as typeof List & { load: () => void };
// Where it is narrow its file comes with the page's; elsewhere it would come for nothing.
if (globalThis.window?.matchMedia(mobileQuery).matches) CompactList.load();

/** A windowed grid on real DOM: one scroll box, sticky head and pinned columns, one tab stop. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false });
  if (props.failure !== undefined) return <div className={styles.notice}>{props.failure}</div>;
  if (props.count === 0) return <div className={styles.notice}>{props.empty}</div>;
  if (!narrow || !props.compact) return <WideGrid {...props} />;
  return <CompactList {...props} compact={props.compact} />;
}

function WideGrid<Row>(props: DataGridProps<Row>) {
  const { columns, count, rowAt, rowKey, offset = 0, rowHeight = 36 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useBoxSize(scroller);
  const loading = count === undefined;
  const rowCount = count ?? props.skeletonRows ?? 20;

  const placed = useGridColumns(columns, size.width, props);
  const parts = useParts(placed);
  const page = Math.max(1, Math.floor(((size.height || 600) - HEAD_HEIGHT) / rowHeight) - 1);
  const focus = useGridFocus(scroller, { rows: rowCount, columns: placed.all.length, page });
  const { active } = focus;

  const sight = useRef<(rows: Span) => void>(undefined);
  const { drawn, seen } = useGridWindow(scroller, {
    ...{ loading, rows: rowCount, rowHeight, headHeight: HEAD_HEIGHT, size, placed, blocks: parts.center },
    onSight: (rows) => sight.current?.(around(rows, rowsAround, rowCount)),
  });
  sight.current = useSight(around(seen.rows, rowsAround, rowCount), props);

  const wide = size.width > 0 && placed.totalWidth > size.width;
  const blocks = useBlocks(parts, drawn.blocks, active.column);
  const panes = usePanes(parts, blocks, placed, wide);
  const shown = useMemo(
    () => [...placed.pinned, ...blocks.flatMap((block) => block.columns), ...placed.pinnedEnd],
    [placed, blocks],
  );
  const rows = indexesOf(drawn.rows, size.width === 0 ? -1 : active.row, rowCount);
  const copy = useCellCopy(placed.all, rowAt, props.onCopy);
  const head = useHead(props);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={loading ? -1 : (props.total ?? rowCount) + 1}
      aria-colcount={placed.all.length}
      aria-busy={loading}
      onKeyDown={(event) => {
        event.currentTarget.dataset.keys = 'true';
        copy.onKeyDown(event);
        focus.onKeyDown(event);
      }}
      onPointerDown={(event) => {
        event.currentTarget.dataset.keys = 'false';
      }}
      data-opens={props.opens}
      onPointerOver={wide ? ({ target }) => target instanceof Element && markRow(target) : undefined}
      onPointerLeave={() => markRow()}
      onClick={props.opens ? openRow : undefined}
      onContextMenu={copy.onContextMenu}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      tabIndex={-1}
      // React types know no custom properties.
      style={
        {
          '--head-height': `${HEAD_HEIGHT}px`,
          '--row-line': `${rowHeight - 1}px`,
          '--pinned-width': `${placed.pinnedWidth}px`,
          '--pinned-end-width': `${placed.pinnedEndWidth}px`,
        } as CSSProperties
      }
    >
      <div style={{ width: Math.max(placed.totalWidth, size.width) }}>
        <GridHead
          columns={shown}
          columnCount={placed.all.length}
          activeColumn={active.row === -1 || loading ? active.column : undefined}
          {...head}
        />
        <RowMenuLead value={copy.lead}>
          <div className={styles.body} role="rowgroup" style={{ height: rowCount * rowHeight }}>
            {loading ? (
              <GridBones placed={placed} rowHeight={rowHeight} />
            ) : (
              panes.map(({ side, width, columns }) => (
                <div key={side} role="none" className={styles.pane} data-side={side} style={{ width }}>
                  {rows.map((index) => {
                    const row = rowAt(index);
                    return (
                      <GridRow
                        key={row === undefined ? `loading-${index}` : rowKey(row)}
                        row={row}
                        index={index}
                        ariaIndex={offset + index + 2}
                        top={index * rowHeight}
                        height={rowHeight}
                        {...columns}
                        activeColumn={active.row === index ? active.column : undefined}
                        muted={row !== undefined && (props.muted?.(row) ?? false)}
                        chosen={row === undefined ? undefined : props.chosen?.(row)}
                      />
                    );
                  })}
                </div>
              ))
            )}
          </div>
        </RowMenuLead>
      </div>
    </div>
  );
}

/** What the head does: the very same while it can do the same, so that it is not drawn anew with the rows. */
function useHead<Row>({ sorts, onSort, sortsBySeveral = false, columnMenu, onMove }: DataGridProps<Row>) {
  const sorted = sortText(sorts ?? []);
  const [can, has, moves] = [onSort !== undefined, columnMenu !== undefined, onMove !== undefined];
  const sortNow = useCallbackRef(onSort);
  // Called while a menu that opens is drawn.
  const latestMenu = useRef(columnMenu);
  latestMenu.current = columnMenu;
  const move = useCallbackRef(onMove);
  return useMemo(
    () => ({
      sorts: parseSort(sorted, () => true),
      sortsBySeveral,
      onSort: can ? sortNow : undefined,
      menu: has ? (id: string) => latestMenu.current?.(id) ?? [] : undefined,
      onMove: moves ? move : undefined,
    }),
    [sorted, sortsBySeveral, can, has, moves, sortNow, move],
  );
}

/** Rows that are read before they come into sight. */
const rowsAround = 4;
