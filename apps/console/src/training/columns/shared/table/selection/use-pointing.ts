import { type DOMAttributes, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { PointedRow } from '#ui/table/pointed-row.ts';
import { markRowAt, rowIndexOf } from '#ui/table/row-panes.ts';

interface Pointing {
  pointed: PointedRow;
  /** What the table stands in. */
  box: RefObject<HTMLDivElement | null>;
  /** For that box, while something beside the table shows the same things as its rows. */
  watch: DOMAttributes<HTMLElement>;
}

/** A row of the table and what stands for it beside the table are marked together. */
export function usePointing(rows: readonly { id: number }[]): Pointing {
  const [pointed] = useState(() => new PointedRow());
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(rows);
  latest.current = rows;
  // Rows are marked outside React: drawing them anew would cost a page of cells.
  useEffect(
    () =>
      pointed.listen((id) => {
        if (box.current)
          markRowAt(
            box.current,
            latest.current.findIndex((row) => row.id === id),
          );
      }),
    [pointed],
  );
  const point = ({ target }: SyntheticEvent) => {
    if (isOfRow(target)) pointed.point(latest.current[rowIndexOf(target)]?.id);
  };
  const leave = ({ target, relatedTarget }: SyntheticEvent & { relatedTarget: EventTarget | null }) => {
    // What stands beside the table says so itself.
    if (isOfRow(target) && !isOfRow(relatedTarget)) pointed.point(undefined);
  };
  return { pointed, box, watch: { onPointerOver: point, onPointerOut: leave, onFocus: point, onBlur: leave } };
}

const isOfRow = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('[data-r]') !== null;
