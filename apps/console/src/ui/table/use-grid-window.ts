import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../primitives/when-idle.ts';
import { around, blocksIn, type ColumnBlock, grown, holds, rowsIn, type Span, withSeen } from './grid-window.ts';
import type { PlacedColumns } from './use-grid-columns.ts';

/** Cells that come in one portion, while nothing else is done. */
const portionCells = 100;
/** To each side of what is in sight: the columns of most tables. */
const blocksAround = 15;
/** Rows that stay when they have come to lie beyond what is drawn ahead: they go, as they come, some at a time. */
const slack = 6;
/** After the first rows: that long what is in sight elsewhere comes first. */
const restMs = 500;
/** No more than these are drawn all, once there is time: a scroll then draws none. */
const pageRows = 100;

/** The inner size of a scroll box, known before anything is painted. */
export function useBoxSize(box: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  // The layout is outside React.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

interface Extent<Row> {
  /** Undefined while unknown: then skeletons stand for them. */
  loading: boolean;
  rows: number;
  rowHeight: number;
  headHeight: number;
  size: { width: number; height: number };
  placed: Pick<PlacedColumns<Row>, 'pinnedWidth' | 'pinnedEndWidth'>;
  blocks: readonly ColumnBlock<Row>[];
  /** Told which rows are in sight. */
  onSight: (rows: Span) => void;
}

interface Place {
  top: number;
  left: number;
  /** It was last scrolled that way. */
  up: boolean;
}

interface Drawn {
  rows: Span;
  blocks: Span;
}

/**
 * Which rows and blocks of columns are in the document: what is in sight at once; the rest of a page, or of an endless
 * list a window of rows ahead, and the columns to each side, in portions while nothing else is done. A scroll within that costs no work of
 * ours; each row that is drawn costs the browser some at each scroll, so of an endless list there are no more of them.
 */
export function useGridWindow<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  extent: Extent<Row>,
): { drawn: Drawn; seen: Drawn } {
  const [state, setState] = useState<Drawn>({ rows: { from: 0, to: 0 }, blocks: { from: 0, to: 0 } });
  // Where it has been scrolled to; reading it while something is being changed would make the browser place everything at once.
  const at = useRef<Place>({ top: 0, left: 0, up: false });
  const { size } = extent;
  const seen = seenOf(extent, at.current);
  // Of other rows, columns or sizes what is in sight is drawn whatever was before.
  const drawn: Drawn =
    size.width === 0
      ? { rows: { from: 0, to: 0 }, blocks: { from: 0, to: 0 } }
      : {
          rows: withSeen(state.rows, seen.rows, { from: 0, to: extent.rows }),
          blocks: withSeen(state.blocks, seen.blocks, { from: 0, to: extent.blocks.length }),
        };
  const now = useRef({ extent, drawn });
  useLayoutEffect(() => {
    now.current = { extent, drawn };
  });

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, scrollLeft: left } = element;
    const before = at.current;
    at.current = { top, left, up: top === before.top ? before.up : top < before.top };
    const { extent, drawn } = now.current;
    const seen = seenOf(extent, at.current);
    extent.onSight(seen.rows);
    if (holds(drawn.rows, seen.rows) && holds(drawn.blocks, seen.blocks)) return;
    const near = nearOf(extent, seen, at.current);
    // Before the browser paints where it has been scrolled to.
    flushSync(() =>
      setState({
        rows: withSeen(drawn.rows, seen.rows, near.rows),
        blocks: withSeen(drawn.blocks, seen.blocks, near.blocks),
      }),
    );
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [scroller, onScroll]);

  // After each change, and after each scroll: the next portion.
  const { loading } = extent;
  const begun = useRef(0);
  useEffect(() => {
    if (!loading) begun.current = performance.now();
  }, [loading]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || loading) return;
    let callOff: (() => void) | undefined;
    const grow = () => {
      callOff = undefined;
      const next = nextOf(now.current.extent, now.current.drawn, at.current);
      if (next) setState(next);
    };
    const ask = () => {
      callOff ??= whenIdle(grow, Math.max(0, begun.current + restMs - performance.now()));
    };
    ask();
    element.addEventListener('scroll', ask, { passive: true });
    return () => {
      element.removeEventListener('scroll', ask);
      callOff?.();
    };
  });
  return { drawn, seen };
}

function seenOf<Row>(extent: Extent<Row>, { top, left }: Place): Drawn {
  const { size, placed } = extent;
  return {
    rows: rowsIn(top, size.height - extent.headHeight, extent.rowHeight, extent.rows),
    blocks: blocksIn(extent.blocks, left + placed.pinnedWidth, left + size.width - placed.pinnedEndWidth),
  };
}

/** As much as may be drawn around what is in sight. */
function wishedOf<Row>({ rows, blocks }: Extent<Row>, seen: Drawn, { up }: Place): Drawn {
  const screen = seen.rows.to - seen.rows.from;
  const behind = Math.ceil(screen / 4);
  const isPage = rows <= pageRows;
  return {
    rows: isPage
      ? { from: 0, to: rows }
      : {
          from: Math.max(0, seen.rows.from - (up ? screen : behind)),
          to: Math.min(rows, seen.rows.to + (up ? behind : screen)),
        },
    blocks: around(seen.blocks, blocksAround, blocks.length),
  };
}

/** Beyond that nothing stays. */
function nearOf<Row>(extent: Extent<Row>, seen: Drawn, at: Place): Drawn {
  const wished = wishedOf(extent, seen, at);
  return { rows: around(wished.rows, slack, extent.rows), blocks: around(wished.blocks, 1, extent.blocks.length) };
}

function nextOf<Row>(extent: Extent<Row>, drawn: Drawn, at: Place): Drawn | undefined {
  const seen = seenOf(extent, at);
  const wished = wishedOf(extent, seen, at);
  const near = nearOf(extent, seen, at);
  if (!holds(drawn.blocks, wished.blocks))
    return { ...drawn, blocks: grown(drawn.blocks, wished.blocks, near.blocks, 1) };
  if (!holds(drawn.rows, wished.rows)) {
    const cells = extent.blocks.slice(drawn.blocks.from, drawn.blocks.to).flatMap(({ columns }) => columns).length + 4;
    return { ...drawn, rows: grown(drawn.rows, wished.rows, near.rows, Math.ceil(portionCells / cells)) };
  }
  return undefined;
}
