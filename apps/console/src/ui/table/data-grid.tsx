// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid places its cells itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on one cell at a time, never on rows or the grid
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef } from 'react';
import { RowMenuLead } from '../primitives/row-menu.tsx';
import { mobileQuery } from '../theme/mobile.ts';
import { CompactList } from './compact-list.tsx';
import styles from './data-grid.module.css';
import type { DataGridProps } from './data-grid-props.ts';
import { GridHead, HEAD_HEIGHT } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { openRow } from './open-row.ts';
import { useCellCopy } from './use-cell-copy.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useRange } from './use-range.ts';

/** A windowed grid on real DOM: one scroll box, sticky head and pinned columns, one tab stop. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false });
  if (props.failure !== undefined) return <div className={styles.notice}>{props.failure}</div>;
  if (props.count === 0) return <div className={styles.notice}>{props.empty}</div>;
  return narrow && props.compact ? <CompactList {...props} compact={props.compact} /> : <WideGrid {...props} />;
}

function WideGrid<Row>(props: DataGridProps<Row>) {
  const { columns, count, rowAt, rowKey, offset = 0, rowHeight = 36 } = props;
  const { ref: sizeRef, width: viewport } = useElementSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  // One and the same at each render: another one would observe the size anew, which renders again.
  const box = useMergedRef(scroller, sizeRef);
  const loading = count === undefined;
  const rowCount = count ?? props.skeletonRows ?? 20;

  const placed = useGridColumns(columns, viewport, props);
  const { center } = placed;
  const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 600) - HEAD_HEIGHT) / rowHeight) - 1);
  const focus = useGridFocus(scroller, { rows: rowCount, columns: placed.all.length, page });
  const { active } = focus;

  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    // The cell with the focus stays in the document wherever the reader scrolls.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), active.row, rowCount),
  });
  const windowed = useVirtualizer({
    horizontal: true,
    count: center.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => center[index]?.width ?? 0,
    getItemKey: (index) => center[index]?.column.id ?? index,
    overscan: 1,
    rangeExtractor: (range) =>
      withIndex(
        inSteps(defaultRangeExtractor(range), center.length),
        active.column - placed.pinned.length,
        center.length,
      ),
  });

  const widths = placed.all.map((column) => column.width).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizers keep measured sizes; new widths or heights have to be told to them
  useEffect(() => {
    windowed.measure();
    rows.measure();
  }, [widths, rowHeight]);

  const copy = useCellCopy(placed.all, rowAt, props.onCopy);
  const items = rows.getVirtualItems();
  useRange(items, props);

  const shown = [
    ...placed.pinned,
    ...windowed.getVirtualItems().flatMap((item) => {
      const column = center[item.index];
      return column ? [column] : [];
    }),
    ...placed.pinnedEnd,
  ];

  return (
    <div
      ref={box}
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
      onClick={props.opens ? openRow : undefined}
      onContextMenu={copy.onContextMenu}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      tabIndex={-1}
      // React types know no custom properties.
      style={
        {
          '--head-height': `${HEAD_HEIGHT}px`,
          '--pinned-width': `${placed.pinnedWidth}px`,
          '--pinned-end-width': `${placed.pinnedEndWidth}px`,
        } as CSSProperties
      }
    >
      <div style={{ width: Math.max(placed.totalWidth, viewport) }}>
        <GridHead
          columns={shown}
          pinnedWidth={placed.pinnedWidth}
          columnCount={placed.all.length}
          activeColumn={active.row === -1 ? active.column : undefined}
          sort={props.sort}
          onSort={props.onSort}
          menu={props.columnMenu}
          onMove={props.onMove}
        />
        <RowMenuLead value={copy.lead}>
          <div className={styles.body} role="rowgroup" style={{ height: rows.getTotalSize() }}>
            {items.map((item) => {
              const row = loading ? undefined : rowAt(item.index);
              return (
                <GridRow
                  key={row === undefined ? `loading-${item.index}` : rowKey(row)}
                  row={row}
                  index={item.index}
                  ariaIndex={offset + item.index + 2}
                  top={item.start}
                  height={rowHeight}
                  columns={shown}
                  layout={widths}
                  firstShown={shown[placed.pinned.length]?.index ?? -1}
                  pinnedWidth={placed.pinnedWidth}
                  columnCount={placed.all.length}
                  activeColumn={active.row === item.index ? active.column : undefined}
                  muted={row !== undefined && (props.muted?.(row) ?? false)}
                  chosen={row === undefined ? undefined : props.chosen?.(row)}
                />
              );
            })}
          </div>
        </RowMenuLead>
      </div>
    </div>
  );
}

/** Other columns mean other cells in every row: they come some at a time. */
const columnStep = 4;

/** The indexes, which follow each other, with those up to the steps around them. Exported for its test. */
export function inSteps(indexes: number[], count: number): number[] {
  const from = Math.floor((indexes[0] ?? 0) / columnStep) * columnStep;
  const to = Math.min(count, Math.ceil(((indexes.at(-1) ?? -1) + 1) / columnStep) * columnStep);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** The indexes with one more, kept in order, when it exists and is not among them. */
function withIndex(indexes: number[], extra: number, count: number): number[] {
  if (extra < 0 || extra >= count || indexes.includes(extra)) return indexes;
  return [...indexes, extra].sort((a, b) => a - b);
}
