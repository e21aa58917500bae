import { useCallbackRef, useHotkeys, useMediaQuery } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatDate } from '../format/times.ts';
import { plural } from '../format/words.ts';
import { EmptyState } from '../primitives/notice.tsx';
import { useStage } from './behind-frame.ts';
import { chosenWith, nextRange } from './choose-lines.ts';
import { countIn, textOf } from './copy-lines.ts';
import { errorFilters } from './find-first.ts';
import { FixedLines } from './fixed-lines.tsx';
import type { FoldedRows } from './folded-rows.ts';
import { LogBar } from './log-bar.tsx';
import { GoToDialog } from './log-dialogs.tsx';
import { hitFilter, type LogField, type LogFilter, listFilter, marker, noFilter } from './log-filter.ts';
import { ChosenBar, LogFoot, Looking } from './log-foot.tsx';
import type { LineRange, LinesHandle, LinesProps } from './log-lines.tsx';
import { LogMap } from './log-map.tsx';
import { allRows } from './log-rows.ts';
import type { ReadLog, ReadSingle } from './log-source.ts';
import { LogStore } from './log-store.ts';
import { LogTools } from './log-tools.tsx';
import styles from './log-viewer.module.css';
import { useFirst } from './use-first.ts';
import { useFolds } from './use-folds.ts';
import { useLogEnd, useSelecting } from './use-log-end.ts';
import { type FindByFilter, useLogMatches } from './use-log-matches.ts';
import { usePlace, useReach } from './use-place.ts';
import { WrappedLines } from './wrapped-lines.tsx';

export interface LogViewerProps {
  /** Accessible name. */
  label: string;
  /** Which log this is: another one starts anew. */
  logKey: string;
  read: ReadLog;
  readSingle: ReadSingle;
  find: FindByFilter;
  /** More lines may come. */
  live: boolean;
  /** Tells when lines are known to have come, until it is called off; between that the end is looked at every second. */
  hear?: (tell: () => void) => () => void;
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  /** By what lines can be filtered. */
  fields: LogField[];
  /** Lines that are pointed to: one starts there. */
  chosen: LineRange | undefined;
  onChoose: (chosen: LineRange | undefined) => void;
  /** Puts a text into the clipboard; of none, the address of what is chosen. */
  onCopy: (text: string | undefined, done: string) => void;
  wrap: boolean;
  onWrap: (wrap: boolean) => void;
  /** Whether tracebacks and repeated lines are one row each. */
  fold: boolean;
  onFold: (fold: boolean) => void;
  /** What is said when lines could not be read. */
  failed: (error: Error) => string;
  /** Shown instead of lines when there are none. */
  empty: ReactNode;
  /** Further controls of the bar. */
  controls?: ReactNode;
}

const noFields: LogField[] = [];
/** There is no room for the map. */
const narrowerThanMap = '(max-width: 820px)';

/** A task's log: windowed lines by number, following its end until the reader scrolls up. */
export function LogViewer(props: LogViewerProps) {
  return <Viewer key={props.logKey} {...props} />;
}

/** What a log has. Lines that come to others are drawn in slices: a log that grows keeps nobody from its page. */
function useSnapshot(store: LogStore) {
  const [snapshot, setSnapshot] = useState(store.getSnapshot);
  // The store is read from outside.
  useEffect(() => {
    let begun = false;
    const update = () => {
      const next = store.getSnapshot();
      if (begun) startTransition(() => setSnapshot(next));
      else setSnapshot(next);
      begun = next.total !== undefined;
    };
    update();
    const leave = store.subscribe(update);
    return () => void leave();
  }, [store]);
  return snapshot;
}

function Viewer(props: LogViewerProps) {
  const { label, read, readSingle, find, live, hear, filter, chosen, failed, empty, fold, onFold, wrap, onWrap } =
    props;
  const [store] = useState(() => new LogStore(read, undefined, readSingle));
  const { total, first: begin, error, version } = useSnapshot(store);
  // Another filter shows in the bar at once; its lines are drawn in slices.
  const drawn = useDeferredValue(filter);
  const shownFilter = listFilter(drawn);
  const among = shownFilter ?? noFilter;
  const matches = useLogMatches(find, shownFilter, total);
  const stepped = useLogMatches(find, drawn.all ? hitFilter(drawn) : undefined, total);
  const hits = drawn.text === '' ? undefined : drawn.all ? stepped : matches;
  const everyRow = useMemo(() => allRows(total ?? 0, begin), [total, begin]);
  const all = matches?.rows ?? everyRow;

  const lines = useRef<LinesHandle>(null);
  const place = usePlace(chosen, total, lines);
  const { follow, now, target, pause } = place;
  /** The first and last line in sight, once they are known. */
  const [seen, setSeen] = useState<[first: number, last: number]>();
  /** Other lines that were asked for in the bar and are not drawn yet. */
  const [asked, setAsked] = useState<{ narrower: LogFilter | undefined }>();
  const [asksWhere, setAsksWhere] = useState(false);
  const [copying, setCopying] = useState(false);
  /** Lines first, then controls, fields and the map. */
  const stage = useStage(total === undefined && error === undefined ? 0 : 3);
  const narrow = useMediaQuery(narrowerThanMap, undefined, { getInitialValueInEffect: false }) ?? false;

  useLogEnd(store, live || error !== undefined, hear);

  const view = seen ?? [now ?? (total ?? 0) - 1, now ?? (total ?? 0) - 1];
  const of = JSON.stringify(shownFilter);
  const unfolded = among.text === '' ? undefined : 'Lines with the text are all shown';
  const folded = useFolds({
    of,
    on: fold && !unfolded,
    store,
    version,
    rows: all,
    view,
    hits: hits?.rows,
    now,
    chosen,
    selecting: place.paused === ' by selecting',
  });
  const { rows } = folded;

  function goTo(line: number) {
    place.goTo(line);
    folded.reveal(line);
    first.setNote(undefined);
  }
  const first = useFirst(find, failed, goTo);
  if (asked && JSON.stringify(asked.narrower) === of) {
    setAsked(undefined);
    // The newest lines that pass are found first; without a filter one is where one was.
    if (asked.narrower) place.followFilter();
    else if (now !== undefined) goTo(now);
  }
  // Lines that pass a filter may not have been found yet.
  const isThere = target !== undefined && !follow && (rows.knows(target) || (!matches && total !== undefined));
  useReach(target, isThere, (line) => {
    lines.current?.toRow(rows.rowOf(line));
    place.reached();
  });

  function choose(range: LineRange | undefined) {
    place.choseHere(range);
    props.onChoose(range);
    if (range) pause('');
  }
  const change = useCallbackRef((next: LogFilter) => {
    const narrower = listFilter(next);
    if (JSON.stringify(narrower) !== JSON.stringify(listFilter(filter))) setAsked({ narrower });
    first.setNote(undefined);
    props.onFilter(next);
  });
  const step = useCallbackRef((by: 1 | -1) => {
    if (!hits || hits.count === 0) return;
    const { rows: found } = hits;
    const next = by > 0 ? found.rowOf((now ?? view[0] - 1) + 1) : found.rowOf(now ?? view[1] + 1) - 1;
    goTo(found.lineAt(next < found.first ? found.end - 1 : next >= found.end ? found.first : next));
  });
  const toFirstError = useCallbackRef(() => void first.look(errorFilters(among), 'No line is an error'));
  // The dialog is made in slices, and placed and painted in a task of its own.
  const askWhere = useCallbackRef(() => startTransition(() => setAsksWhere(true)));
  useHotkeys([
    ['f', () => (follow ? pause('') : place.resume())],
    ['.', toFirstError],
  ]);
  const press = useCallbackRef((event: KeyboardEvent) => {
    if (event.key === 'Escape' && chosen) return choose(undefined);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!event.shiftKey || by === 0) return;
    event.preventDefault();
    const range = chosen ? nextRange(chosen, by, rows) : { from: view[0], to: view[0] };
    choose(range);
  });
  const turnFollow = useCallbackRef((next: boolean) => {
    if (!next) pause(' by scrolling');
    else if (!follow) place.resume();
  });
  const see = useCallback((inRows: FoldedRows, firstRow: number, lastRow: number) => {
    if (inRows.end === inRows.first) return;
    const last = inRows.lastAt(Math.max(firstRow, Math.min(lastRow, inRows.end - 1)));
    const from = inRows.lineAt(firstRow);
    // What follows from it (folding, the map) is another task than the drawing of the lines.
    startTransition(() => setSeen((old) => (old?.[0] === from && old[1] === last ? old : [from, last])));
  }, []);
  const pressNumber = useCallbackRef((pressed: LineRange, further: boolean) =>
    choose(chosenWith(chosen, pressed, further)),
  );
  const turn = useCallbackRef((line: number) => {
    pause('');
    folded.turn(line);
  });
  const seek = useCallbackRef(place.seek);
  const { text: marked, regex } = drawn;
  const mark = useMemo(() => marker({ text: marked, regex }), [marked, regex]);
  function copyChosen() {
    if (!chosen) return;
    setCopying(true);
    textOf(all, chosen, read, readSingle)
      .then(
        (text) => props.onCopy(text, `Copied ${plural(countIn(all, chosen), 'line')}`),
        (problem: Error) => first.setNote(failed(problem)),
      )
      .finally(() => setCopying(false));
  }

  // Lines that are being selected must stay where they are.
  const section = useRef<HTMLElement>(null);
  useSelecting(section, () => pause(' by selecting'));

  if (total === undefined && !error) return <p className={styles.bar}>Loading logs…</p>;
  if (total === 0 && !error) return <div className={styles.viewer}>{empty}</div>;

  const shown: LinesProps = {
    handle: lines,
    label,
    store,
    version,
    rows,
    follow,
    onFollow: turnFollow,
    from: rows.rowOf(view[0]),
    onView: see,
    mark,
    chosen,
    now,
    onChoose: pressNumber,
    onTurn: turn,
    onKeyDown: press,
  };
  const day = store.line(view[0])?.time ?? undefined;
  const Lines = wrap ? WrappedLines : FixedLines;
  const none = matches && rows.first === rows.end;
  const controls = stage > 0 && (
    <>
      <LogTools onFirstError={toFirstError} onGoTo={askWhere} {...{ fold, onFold, unfolded, wrap, onWrap }} />
      {props.controls}
    </>
  );
  return (
    <section ref={section} className={styles.viewer} aria-label={label}>
      <LogBar
        {...{ filter, hits, matches, now, failed }}
        fields={stage > 1 ? props.fields : noFields}
        onFilter={change}
        total={(total ?? 0) - begin}
        onStep={step}
      >
        {controls}
      </LogBar>
      {none ? (
        <div className={styles.none}>
          {matches.looked >= (total ?? 0) - begin && !matches.error && <EmptyState title="No lines pass the filters" />}
        </div>
      ) : (
        <div className={styles.both}>
          <Lines key={of} {...shown} />
          {!narrow && stage < 3 && <div className={styles.map} />}
          {!narrow && stage > 2 && (
            <LogMap {...{ begin, view, find, readSingle }} total={total ?? 0} hits={hits?.rows} onSeek={seek} />
          )}
        </div>
      )}
      {chosen && (
        <ChosenBar
          chosen={chosen}
          count={countIn(all, chosen)}
          text={chosen.from === chosen.to ? store.line(chosen.from)?.text : undefined}
          copying={copying}
          onCopy={copyChosen}
          onCopyLink={() => props.onCopy(undefined, 'Copied the link')}
          onClear={() => choose(undefined)}
        />
      )}
      <LogFoot
        place={
          <>
            Line <b>{formatCount(Math.min(view[1] + 1, total ?? 0))}</b> of {formatCount(total)}
            {begin > 0 && <span className={styles.day}>, kept from {formatCount(begin + 1)}</span>}
            {day && <span className={styles.day}> · {formatDate(day)}</span>}
            {first.note && <span role="status"> · {first.note}</span>}
            {first.looked !== undefined && (
              <Looking
                share={Math.max(0, first.looked - begin) / Math.max(1, (total ?? 0) - begin)}
                onStop={first.stop}
              />
            )}
          </>
        }
        failure={error && failed(error)}
        live={live}
        follow={follow}
        paused={place.paused}
        fresh={place.fresh}
        onResume={place.resume}
      />
      {asksWhere && (
        <GoToDialog
          begin={begin}
          total={total ?? 0}
          day={day}
          onGo={(asked) =>
            'line' in asked
              ? goTo(asked.line)
              : void first.look([{ ...among, since: asked.time }], 'No line is so late')
          }
          onClose={() => setAsksWhere(false)}
        />
      )}
    </section>
  );
}
