import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import styles from './compact-list.module.css';
import gridStyles from './data-grid.module.css';
import type { DataGridProps } from './data-grid-props.ts';
import { openRow } from './open-row.ts';
import { useSight } from './use-sight.ts';

const ROW_HEIGHT = 56;

/** The narrow form of a grid: two lines a row, same windowing and loading. */
export function CompactList<Row>(props: DataGridProps<Row> & { compact: (row: Row) => ReactNode }) {
  const { count, rowAt, rowKey, offset = 0 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const loading = count === undefined;
  const rows = useVirtualizer({
    count: count ?? props.skeletonRows ?? 20,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  const items = rows.getVirtualItems();
  useSight({ from: items[0]?.index ?? 0, to: (items.at(-1)?.index ?? 0) + 1 }, props);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the row's own link
    // biome-ignore lint/a11y/noStaticElementInteractions: what it does is the link's
    <div ref={scroller} className={styles.list} data-opens={props.opens} onClick={props.opens ? openRow : undefined}>
      <ul aria-label={props.label} aria-busy={loading} style={{ height: rows.getTotalSize() }}>
        {items.map((item) => {
          const row = loading ? undefined : rowAt(item.index);
          return (
            <li
              key={row === undefined ? `loading-${item.index}` : rowKey(row)}
              className={styles.listItem}
              style={{ top: item.start, height: ROW_HEIGHT }}
              aria-setsize={props.total ?? count ?? -1}
              aria-posinset={offset + item.index + 1}
            >
              {row === undefined ? <span className={gridStyles.bone} aria-hidden="true" /> : props.compact(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
