import { memo, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useDrawn } from './drawn-rows.ts';
import { among, atEnd, type FixedPlace, scrolledTo, withRow } from './fixed-place.ts';
import {
  isAtEnd,
  isSameButFrom,
  type LinesProps,
  LogBox,
  numbersOf,
  Row,
  rowsBetween,
  Spacer,
  useRanks,
  useReading,
  useTurnBack,
  useView,
} from './log-lines.tsx';
import styles from './log-viewer.module.css';
import { LINE_HEIGHT, linesInView, SEGMENT, segmentFrom, segmentStart } from './log-window.ts';

/** Lines of one height each: place and window by arithmetic, so that millions cost nothing. */
export const FixedLines = memo(function FixedLines(props: LinesProps) {
  const { handle, store, rows, follow, onFollow, now } = props;
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(() => begin(props));
  // Where the same lines are among other rows is known before they are drawn: they are drawn once.
  const place = held.rows === rows && held.follow === follow ? held : among(held, rows, follow, now);
  if (place !== held) setHeld(place);
  const { start, top, height } = place;
  const segment = segmentFrom(start, rows, SEGMENT);
  const turnedBack = useTurnBack();
  const jumped = useRef(false);

  useImperativeHandle(handle, () => ({
    toEnd: () => setHeld(atEnd),
    toRow: (row) => setHeld((old) => withRow(old, row)),
  }));

  // How high the box is, the browser knows.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setHeld((old) => {
        const next = { ...old, height: element.clientHeight };
        if (next.height === old.height) return old;
        return old.follow ? atEnd(next) : next;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The reader's place lives in the browser's scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has been moved
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = element.scrollTop;
    element.scrollTop = top;
    jumped.current ||= element.scrollTop !== before;
    turnedBack(element);
  }, [place.moved]);

  function onScroll() {
    const element = box.current;
    if (!element) return;
    const back = turnedBack(element);
    const byJump = jumped.current;
    jumped.current = false;
    if (!byJump && isAtEnd(element) && segment.start + segment.count === rows.end) onFollow(true);
    else if (back) onFollow(false);
    const { scrollTop } = element;
    // What is told of a way that the end has left behind by now does not keep it from its end.
    const ends = follow && !back;
    setHeld((old) => (ends ? atEnd(old) : old.start === start ? scrolledTo(old, scrollTop) : old));
  }

  const [first, last] = linesInView(top, height, segment);
  const [seenFirst, seenLast] = linesInView(top, height, segment, 0);
  const [drawnFirst, drawnLast] = useDrawn(rows, [first, last], [seenFirst, seenLast], follow);
  const numbers = numbersOf(rows, first, last);
  const ranks = useRanks(store, numbers);
  useReading(store, numbers, rows.end);
  useView(props, seenFirst, seenLast);

  return (
    <LogBox {...props} boxRef={box} wrap={false} ranks={ranks} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: segment.count * LINE_HEIGHT, width: 'max-content' }}>
        <Spacer store={store} numbers={numbers} />
        <div className={styles.drawn} style={{ top: (drawnFirst - start) * LINE_HEIGHT }}>
          {rowsBetween(rows, drawnFirst, drawnLast).map((row) => (
            <Row key={rows.lineAt(row)} {...props} row={row} ranks={ranks} />
          ))}
        </div>
      </div>
    </LogBox>
  );
}, isSameButFrom);

function begin({ rows, follow, from }: LinesProps): FixedPlace {
  const start = segmentStart(from, rows, SEGMENT);
  const place = { rows, follow, start, top: (from - start) * LINE_HEIGHT, height: 600, moved: 0 };
  return follow ? atEnd(place) : place;
}
