import { type PointerEvent, useState } from 'react';
import styles from './data-grid.module.css';
import type { PlacedColumn } from './use-grid-columns.ts';

/** The edge by which a column is made wider or narrower; keys do it from the head. */
export function ColumnResizer<Row>({ placed }: { placed: PlacedColumn<Row> }) {
  const [from, setFrom] = useState<{ x: number; width: number }>();

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    // The head itself is dragged to another place.
    event.stopPropagation();
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
      onPointerMove={(event) => from && placed.resize(from.width + event.clientX - from.x, false)}
      onLostPointerCapture={() => {
        if (from && placed.width !== from.width) placed.resize(placed.width);
        setFrom(undefined);
      }}
    />
  );
}
