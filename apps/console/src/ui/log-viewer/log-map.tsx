import { useElementSize, useThrottledValue } from '@mantine/hooks';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatClock, formatDate } from '../format/times.ts';
import { noFilter } from './log-filter.ts';
import { MAP_WIDTH, mapPaths, sampleLines, type TimeSamples } from './log-map-paths.ts';
import type { LogRows } from './log-rows.ts';
import type { ReadSingle } from './log-source.ts';
import styles from './log-viewer.module.css';
import { type FindByFilter, useLogMatches } from './use-log-matches.ts';

interface LogMapProps {
  /** Number of the oldest line. */
  begin: number;
  total: number;
  /** The first and last line in sight. */
  view: readonly [first: number, last: number];
  hits: LogRows | undefined;
  find: FindByFilter;
  readSingle: ReadSingle;
  onSeek: (line: number) => void;
}

/** A log that grows is looked through again so often. */
const LOOK_MS = 10_000;
/** Times of a shorter log are told by the second. */
const SHORT_MS = 10 * 60_000;
/** Pixels of the reader's place, however many lines there are. */
const LEAST_SIZE = 6;
const errorFilter = { ...noFilter, choices: { level: ['ERROR', 'CRITICAL'] } };
const warningFilter = { ...noFilter, choices: { level: ['WARNING'] } };

/** The whole log beside its lines: how fast it was written, where warnings, errors and hits are, and where the reader is. */
export const LogMap = memo(function LogMap({ begin, total, view, hits, find, readSingle, onSeek }: LogMapProps) {
  const { ref, height } = useElementSize();
  const looked = useThrottledValue(total, LOOK_MS);
  const errors = useLogMatches(find, errorFilter, looked)?.rows;
  const warnings = useLogMatches(find, warningFilter, looked)?.rows;
  const samples = useTimes(begin, looked, readSingle);
  const paths = useMemo(
    () => mapPaths({ first: begin, total: looked, height, samples, errors, warnings, hits }),
    [begin, looked, height, samples, errors, warnings, hits],
  );
  const [first, last] = view;
  const count = Math.max(1, looked - begin);
  // What came since it was looked through is at its end.
  const place = (lines: number) => Math.min(1, lines / count) * height;
  const size = Math.max(LEAST_SIZE, place(last - first));
  const inside = (line: number) => Math.max(begin, Math.min(total - 1, line));

  function seek(event: PointerEvent<HTMLElement>) {
    if (event.buttons === 0) return;
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
    onSeek(inside(begin + Math.floor((y / Math.max(1, height)) * count)));
  }
  function press(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor(count / 50));
    const steps: Record<string, number> = {
      ArrowUp: -page,
      ArrowDown: page,
      Home: begin - first,
      End: total - 1 - first,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(inside(first + step));
  }
  return (
    <div
      ref={ref}
      className={styles.map}
      role="slider"
      aria-label="Map of the log"
      aria-orientation="vertical"
      aria-valuemin={begin + 1}
      aria-valuemax={total}
      aria-valuenow={first + 1}
      aria-valuetext={`Line ${formatCount(first + 1)} of ${formatCount(total)}`}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={seek}
      onKeyDown={press}
    >
      <svg width={MAP_WIDTH} height={height} aria-hidden="true">
        <path className={styles.volume} d={paths.volume} />
        <path className={styles.warnings} d={paths.warnings} />
        <path className={styles.errors} d={paths.errors} />
        <path className={styles.hits} d={paths.hits} />
        <rect
          className={styles.here}
          x={1}
          width={MAP_WIDTH - 2}
          y={Math.min(place(first - begin), height - size)}
          height={size}
        />
      </svg>
      {labelled(samples).map(([line, ms]) => (
        <span
          key={line}
          className={styles.hour}
          style={{ top: place(line - begin) }}
          title={formatDate(ms)}
          aria-hidden="true"
        >
          {formatClock(ms).slice(0, isShort(samples) ? 8 : 5)}
        </span>
      ))}
    </div>
  );
});

/** Whether some labels would say the same minute. */
function isShort(samples: TimeSamples): boolean {
  return (samples.at(-1)?.[1] ?? 0) - (samples[0]?.[1] ?? 0) < SHORT_MS;
}

/** Those with a label: a few, evenly spread. */
function labelled(samples: TimeSamples): TimeSamples {
  const count = Math.min(5, samples.length);
  return Array.from(
    { length: count },
    (_, i) => samples[Math.round(((i + 0.5) / count) * (samples.length - 1))],
  ).filter((sample) => sample !== undefined);
}

/** When some lines of a log were written, read again when it has grown by a tenth. */
function useTimes(begin: number, total: number, readSingle: ReadSingle): TimeSamples {
  const [held, setHeld] = useState<{ total: number; samples: TimeSamples }>({ total: 0, samples: [] });
  const wanted = total > held.total * 1.1 ? total : held.total;
  // Lines are read from outside.
  useEffect(() => {
    if (wanted === 0) return;
    const gone = new AbortController();
    readSingle({ numbers: sampleLines(wanted, undefined, begin), signal: gone.signal }).then(
      (lines) =>
        setHeld({
          total: wanted,
          samples: lines.flatMap(({ n, time }) => (time ? [[n, Date.parse(time)] as const] : [])),
        }),
      // Without times the bars are of one length.
      () => {},
    );
    return () => gone.abort();
  }, [begin, wanted, readSingle]);
  return held.samples;
}
