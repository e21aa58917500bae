import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { CornerDownRight, TriangleAlert, WrapText } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatDate } from '../format/times.ts';
import { plural } from '../format/words.ts';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import { IconButton } from '../primitives/icon-button.tsx';
import { EmptyState } from '../primitives/notice.tsx';
import { countIn, textOf } from './copy-lines.ts';
import { findFirst } from './find-first.ts';
import { LogBar } from './log-bar.tsx';
import { GoToDialog } from './log-dialogs.tsx';
import { hitFilter, type LogField, type LogFilter, listFilter, marker, noFilter } from './log-filter.ts';
import { ChosenBar, LogFoot } from './log-foot.tsx';
import { FixedLines, type LineRange, type LinesHandle, type LinesProps, WrappedLines } from './log-lines.tsx';
import { LogMap } from './log-map.tsx';
import { allRows, type LogRows } from './log-rows.ts';
import type { ReadLog, ReadSingle } from './log-source.ts';
import { LogStore } from './log-store.ts';
import styles from './log-viewer.module.css';
import { type FindByFilter, useLogMatches } from './use-log-matches.ts';

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
  /** Counts up when lines are known to have come; between hints the end is looked at every second. */
  hint?: number;
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
  /** What is said when lines could not be read. */
  failed: (error: Error) => string;
  /** Shown instead of lines when there are none. */
  empty: ReactNode;
  /** Further controls of the bar. */
  controls?: ReactNode;
}

const TAIL_MS = 1_000;

/** There is no room for the map. */
const narrowerThanMap = '(max-width: 820px)';

/** Why the end is not followed, as it is said. */
type Pause = '' | ' by scrolling' | ' by selecting';

/** A task's log: windowed lines by number, following its end until the reader scrolls up. */
export function LogViewer(props: LogViewerProps) {
  return <Viewer key={props.logKey} {...props} />;
}

function Viewer(props: LogViewerProps) {
  const { label, read, readSingle, find, live, hint, filter, chosen, failed, empty } = props;
  const [store] = useState(() => new LogStore(read, undefined, readSingle));
  const { total, error, version } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const shownFilter = listFilter(filter);
  const among = shownFilter ?? noFilter;
  const matches = useLogMatches(find, shownFilter, total);
  const stepped = useLogMatches(find, filter.all ? hitFilter(filter) : undefined, total);
  const hits = filter.text === '' ? undefined : filter.all ? stepped : matches;
  const rows = matches?.rows ?? allRows(total ?? 0);

  const [paused, setPaused] = useState<Pause | undefined>(chosen && '');
  const follow = paused === undefined;
  const [leftAt, setLeftAt] = useState<number>();
  /** The first and last line in sight. */
  const [view, setView] = useState<[first: number, last: number]>([0, 0]);
  /** The line that was gone to, and whether it still has to be brought into sight. */
  const [now, setNow] = useState<number | undefined>(chosen?.from);
  const [target, setTarget] = useState(chosen?.from);
  const [pointedTo, setPointedTo] = useState(chosen);
  const [note, setNote] = useState<string>();
  const [asksWhere, setAsksWhere] = useState(false);
  const [copying, setCopying] = useState(false);
  const lines = useRef<LinesHandle>(null);
  const narrow = useMediaQuery(narrowerThanMap, undefined, { getInitialValueInEffect: false }) ?? false;

  // Reads that are on their way end with the viewer.
  useEffect(() => store.open(), [store]);
  // Reads the end at once, then as hints and time tell while the log may grow or has not been read.
  const tail = useEffectEvent(() => store.tail());
  const again = live || error !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new hint is what makes it read
  useEffect(() => {
    void tail();
    if (!again) return;
    const timer = setInterval(() => {
      if (!document.hidden) void tail();
    }, TAIL_MS);
    return () => clearInterval(timer);
  }, [again, hint]);

  function pause(by: Pause) {
    if (!follow) return;
    setPaused(by);
    setLeftAt(total);
  }
  if (!follow && leftAt === undefined && total !== undefined) setLeftAt(total);
  function resume() {
    setPaused(undefined);
    setTarget(undefined);
    lines.current?.toEnd();
  }
  function goTo(line: number) {
    pause('');
    setNow(line);
    setTarget(line);
    setNote(undefined);
  }
  function seek(line: number) {
    pause('');
    setTarget(line);
  }
  // An address that points elsewhere, not one's own choice.
  if (chosen?.from !== pointedTo?.from || chosen?.to !== pointedTo?.to) {
    setPointedTo(chosen);
    if (chosen) goTo(chosen.from);
  }
  // The scroll position lives in the browser; lines that pass a filter may not have been found yet.
  const reach = useEffectEvent((line: number) => {
    lines.current?.toRow(rows.rowOf(line));
    setTarget(undefined);
  });
  const isThere = target !== undefined && !follow && (rows.knows(target) || (!matches && total !== undefined));
  useEffect(() => {
    if (isThere) queueMicrotask(() => reach(target));
  }, [isThere, target]);

  function choose(range: LineRange | undefined) {
    setPointedTo(range);
    props.onChoose(range);
    if (range) pause('');
  }
  function change(next: LogFilter) {
    const narrower = listFilter(next);
    if (JSON.stringify(narrower) !== JSON.stringify(shownFilter)) {
      // The newest lines that pass are found first; without a filter one is where one was.
      if (narrower) setPaused(undefined);
      else if (now !== undefined) goTo(now);
    }
    setNote(undefined);
    props.onFilter(next);
  }
  function step(by: 1 | -1) {
    if (!hits || hits.count === 0) return;
    const { rows: found } = hits;
    const next = by > 0 ? found.rowOf((now ?? view[0] - 1) + 1) : found.rowOf(now ?? view[1] + 1) - 1;
    goTo(found.lineAt(next < found.first ? found.end - 1 : next >= found.end ? found.first : next));
  }
  async function first(asked: LogFilter, none: string) {
    setNote(undefined);
    try {
      const line = await findFirst(find(asked));
      if (line === undefined) setNote(none);
      else goTo(line);
    } catch (problem) {
      setNote(failed(problem as Error));
    }
  }
  const toFirstError = () =>
    void first({ ...among, choices: { ...among.choices, level: ['ERROR', 'CRITICAL'] } }, 'No line is an error');
  useHotkeys([
    ['f', () => (follow ? pause('') : resume())],
    ['.', toFirstError],
  ]);
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && chosen) return choose(undefined);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!event.shiftKey || by === 0) return;
    event.preventDefault();
    const range = chosen ? nextRange(chosen, by, rows) : { from: view[0], to: view[0] };
    choose(range);
  }
  function copyChosen() {
    if (!chosen) return;
    setCopying(true);
    textOf(rows, chosen, read, readSingle)
      .then(
        (text) => props.onCopy(text, `Copied ${plural(countIn(rows, chosen), 'line')}`),
        (problem: Error) => setNote(failed(problem)),
      )
      .finally(() => setCopying(false));
  }

  // Lines that are being selected must stay where they are. The selection belongs to the document.
  const section = useRef<HTMLElement>(null);
  const onSelect = useEffectEvent(() => {
    const selection = document.getSelection();
    if (selection && !selection.isCollapsed && section.current?.contains(selection.anchorNode)) pause(' by selecting');
  });
  useEffect(() => {
    const listener = () => onSelect();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, []);

  if (total === undefined && !error) return <p className={styles.bar}>Loading logs…</p>;
  if (total === 0 && !error) return <div className={styles.viewer}>{empty}</div>;

  const shown: LinesProps = {
    handle: lines,
    label,
    store,
    version,
    rows,
    follow,
    onFollow: (next) => (next ? follow || resume() : pause(' by scrolling')),
    from: rows.rowOf(view[0]),
    onView: (firstRow, lastRow) => {
      if (rows.end === rows.first) return;
      const [from, to] = [rows.lineAt(firstRow), rows.lineAt(Math.max(firstRow, Math.min(lastRow, rows.end - 1)))];
      setView((old) => (old[0] === from && old[1] === to ? old : [from, to]));
    },
    mark: marker(filter),
    chosen,
    now,
    onChoose: (line, further) =>
      choose(
        further && chosen
          ? { from: Math.min(chosen.from, line), to: Math.max(chosen.from, line) }
          : { from: line, to: line },
      ),
    onKeyDown: press,
  };
  const day = store.line(view[0])?.time ?? undefined;
  const Lines = props.wrap ? WrappedLines : FixedLines;
  const none = matches && rows.first === rows.end;
  return (
    <section ref={section} className={styles.viewer} aria-label={label}>
      <LogBar
        {...{ filter, hits, matches, now, failed }}
        fields={props.fields}
        onFilter={change}
        total={total ?? 0}
        onStep={step}
      >
        <Button variant="quiet" size="xs" aria-keyshortcuts="." onClick={toFirstError}>
          <Icon of={TriangleAlert} size={14} />
          <span className={styles.words}>First Error</span>
        </Button>
        <Button variant="quiet" size="xs" onClick={() => setAsksWhere(true)}>
          <Icon of={CornerDownRight} size={14} />
          <span className={styles.words}>Go to</span>
        </Button>
        <IconButton
          icon={WrapText}
          name="Wrap lines"
          size="xs"
          aria-pressed={props.wrap}
          onClick={() => props.onWrap(!props.wrap)}
        />
        {props.controls}
      </LogBar>
      {none ? (
        <div className={styles.lines}>
          {matches.looked >= (total ?? 0) && !matches.error && <EmptyState title="No lines pass the filters" />}
        </div>
      ) : (
        <div className={styles.both}>
          <Lines key={JSON.stringify(shownFilter)} {...shown} />
          {!narrow && (
            <LogMap
              total={total ?? 0}
              view={view}
              hits={hits?.rows}
              find={find}
              readSingle={readSingle}
              onSeek={seek}
            />
          )}
        </div>
      )}
      {chosen && (
        <ChosenBar
          chosen={chosen}
          count={countIn(rows, chosen)}
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
            {day && <span className={styles.day}> · {formatDate(day)}</span>}
            {note && <span role="status"> · {note}</span>}
          </>
        }
        failure={error && failed(error)}
        live={live}
        follow={follow}
        paused={paused}
        fresh={follow ? 0 : (total ?? 0) - (leftAt ?? total ?? 0)}
        onResume={resume}
      />
      {asksWhere && (
        <GoToDialog
          total={total ?? 0}
          day={day}
          onGo={(place) =>
            'line' in place ? goTo(place.line) : void first({ ...among, since: place.time }, 'No line is so late')
          }
          onClose={() => setAsksWhere(false)}
        />
      )}
    </section>
  );
}

/** One line more or less at the end of a range, of those that are shown; a single line grows upwards. */
function nextRange({ from, to }: LineRange, by: 1 | -1, rows: LogRows): LineRange {
  const [first, last] = [rows.rowOf(from), rows.rowOf(to)];
  if (by < 0 && first === last) return { from: rows.lineAt(Math.max(rows.first, first - 1)), to };
  return { from, to: rows.lineAt(Math.max(rows.first, Math.min(rows.end - 1, last + by))) };
}
