import { useHotkeys } from '@mantine/hooks';
import { ArrowDown, WrapText } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatDate } from '../format/times.ts';
import { plural } from '../format/words.ts';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import { IconButton } from '../primitives/icon-button.tsx';
import { FixedLines, type LinesHandle, type LinesProps, WrappedLines } from './log-lines.tsx';
import type { ReadLog } from './log-source.ts';
import { LogStore } from './log-store.ts';
import styles from './log-viewer.module.css';

export interface LogViewerProps {
  /** Accessible name. */
  label: string;
  /** Which log this is: another one starts anew. */
  logKey: string;
  read: ReadLog;
  /** More lines may come. */
  live: boolean;
  /** Counts up when lines are known to have come; between hints the end is looked at every second. */
  hint?: number;
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

/** Why the end is not followed, as it is said. */
type Pause = '' | ' by scrolling' | ' by selecting';

/** A task's log: windowed lines by number, following its end until the reader scrolls up. */
export function LogViewer(props: LogViewerProps) {
  return <Viewer key={props.logKey} {...props} />;
}

function Viewer({ label, read, live, hint, wrap, onWrap, failed, empty, controls }: LogViewerProps) {
  const [store] = useState(() => new LogStore(read));
  const { total, error, version } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const [paused, setPaused] = useState<Pause>();
  const follow = paused === undefined;
  const [leftAt, setLeftAt] = useState(0);
  const [view, setView] = useState<[first: number, last: number]>([0, 0]);
  const lines = useRef<LinesHandle>(null);

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
    setLeftAt(total ?? 0);
  }
  function resume() {
    setPaused(undefined);
    lines.current?.toEnd();
  }
  useHotkeys([['f', () => (follow ? pause('') : resume())]]);

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
    total: total ?? 0,
    follow,
    onFollow: (next) => (next ? follow || resume() : pause(' by scrolling')),
    from: view[0],
    onView: (first, last) => setView((old) => (old[0] === first && old[1] === last ? old : [first, last])),
  };
  const day = store.line(view[0])?.time;
  const fresh = follow ? 0 : (total ?? 0) - leftAt;
  return (
    <section ref={section} className={styles.viewer} aria-label={label}>
      <div className={styles.bar}>
        <span>{day ? formatDate(day) : ''}</span>
        <span className={styles.space} />
        {controls}
        <IconButton
          icon={WrapText}
          name="Wrap lines"
          size="xs"
          aria-pressed={wrap}
          onClick={() => {
            onWrap(!wrap);
          }}
        />
      </div>
      {wrap ? <WrappedLines {...shown} /> : <FixedLines {...shown} />}
      <div className={styles.foot}>
        <span>
          Line <b>{formatCount(Math.min(view[1] + 1, total ?? 0))}</b> of {formatCount(total)}
        </span>
        {error && (
          <span role="alert" className={styles.failure}>
            {failed(error)}
          </span>
        )}
        <span className={styles.space} />
        {!follow && live && <span className={styles.paused}>Follow paused{paused}</span>}
        {fresh > 0 && (
          <span>
            <b>{formatCount(fresh)}</b> new {plural(fresh, 'line').split(' ')[1]}
          </span>
        )}
        {!follow && (
          <Button size="xs" onClick={resume} aria-keyshortcuts="f">
            <Icon of={ArrowDown} size={14} />
            {live ? 'Follow' : 'Jump to newest'}
          </Button>
        )}
        {follow && live && <span>Following</span>}
      </div>
    </section>
  );
}
