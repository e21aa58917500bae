import { memo, type Ref } from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatClock } from '../format/times.ts';
import { type AnsiSpan, parseAnsi } from './ansi.ts';
import type { ShownFold } from './folded-rows.ts';
import { markedParts } from './log-filter.ts';
import type { LogLine } from './log-source.ts';
import styles from './log-viewer.module.css';

interface LogLineRowProps {
  n: number;
  line: LogLine | undefined;
  /** The last line it stands for, and what that says where it is another. */
  last: number;
  lastText: string | undefined;
  /** What begins with it. */
  fold: ShownFold | undefined;
  /** The line above has the same time, so it is not repeated. */
  sameTime: boolean;
  /** Its rank is shown, or the place left where it has none. */
  ranks: boolean;
  /** Its place in the box, in pixels, when it is not below the one before. */
  top: number | undefined;
  /** What is looked for. */
  mark: RegExp | undefined;
  /** One of the lines that are chosen. */
  chosen: boolean;
  /** The hit that was stepped to. */
  now: boolean;
  measure?: Ref<HTMLDivElement>;
  index?: number;
}

const LETTERS: Record<string, [letter: string, word: string]> = {
  CRITICAL: ['C', 'Critical'],
  ERROR: ['E', 'Error'],
  WARNING: ['W', 'Warning'],
  DEBUG: ['D', 'Debug'],
  TRACE: ['T', 'Trace'],
};

/** Characters of what stands before the text, the space behind each included. */
const WIDTHS = { number: 12, time: 14, level: 2, rank: 5 };

/** What stands before the text is never wrapped. */
const SPACE = '\u00a0';

/**
 * One line: number, time, level letter, rank, text. All is text of one width a character, padded to columns: boxes would cost more
 * to lay out and paint, and there are dozens in a frame. Only the text is selected and copied; the number chooses the line.
 */
export const LogLineRow = memo(function LogLineRow(props: LogLineRowProps) {
  const { n, line, last, lastText, fold, sameTime, ranks, top, mark, chosen, now, measure, index } = props;
  const number = formatCount(n + 1).padStart(WIDTHS.number - 2, SPACE);
  return (
    <div
      ref={measure}
      data-index={index}
      className={styles.line}
      data-level={line?.level ?? ''}
      data-chosen={chosen || undefined}
      data-now={now || undefined}
      style={top === undefined ? undefined : { top }}
    >
      <span className={styles.number} data-line={n} data-last={last}>
        {number.padEnd(WIDTHS.number, SPACE)}
      </span>
      {line === undefined ? (
        <span className={styles.bone} aria-hidden="true" />
      ) : (
        <>
          <Before line={line} sameTime={sameTime} ranks={ranks} />
          {fold && <FoldButton n={n} fold={fold} />}
          <Words spans={spansOf(line.text, fold?.kind === 'same' ? undefined : lastText)} mark={mark} />
        </>
      )}
    </div>
  );
});

/** Time, level letter and rank. */
function Before({ line, sameTime, ranks }: { line: LogLine; sameTime: boolean; ranks: boolean }) {
  const letter = LETTERS[line.level];
  const time = (line.time && !sameTime ? formatClock(line.time) : '').padEnd(WIDTHS.time, SPACE);
  const rank = ranks ? (line.rank === null ? '' : `r${line.rank}`).padEnd(WIDTHS.rank, SPACE) : '';
  if (!letter) return <span className={styles.before}>{time + SPACE.repeat(WIDTHS.level) + rank}</span>;
  return (
    <>
      <span className={styles.before}>{time}</span>
      <span className={styles.level} title={letter[1]}>
        {letter[0]}
      </span>
      <span className={styles.before}>{SPACE + rank}</span>
    </>
  );
}

/** Opens what begins with the line, and closes it again. */
function FoldButton({ n, fold: { kind, count, open } }: { n: number; fold: ShownFold }) {
  const words = kind === 'traceback' ? `${formatCount(count)} lines` : `× ${formatCount(count)}`;
  return (
    <button
      type="button"
      className={styles.fold}
      data-fold={n}
      aria-expanded={open}
      aria-label={`${words} ${FOLD_WORDS[kind]}`}
    >
      {words}
    </button>
  );
}

const FOLD_WORDS = { traceback: 'of a traceback', same: 'the same line', similar: 'similar lines' };

/** The texts of a row. Most are without colours and then one text: each part would be laid out. */
function spansOf(first: string, last: string | undefined): AnsiSpan[] {
  const spans = parseAnsi(first);
  if (last !== undefined) spans.push({ text: ' … ' }, ...parseAnsi(last));
  spans.push({ text: '\n' });
  return spans.some(isStyled) ? spans : [{ text: spans.map(({ text }) => text).join('') }];
}

const isStyled = ({ tone, bold }: AnsiSpan): boolean => tone !== undefined || bold === true;

/** A row's text with its colours. */
function Words({ spans, mark }: { spans: AnsiSpan[]; mark: RegExp | undefined }) {
  return spans.map((span, i) =>
    isStyled(span) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line never change places
      <span key={i} data-tone={span.tone} data-bold={span.bold}>
        {marked(span.text, mark)}
      </span>
    ) : (
      marked(span.text, mark)
    ),
  );
}

function marked(text: string, mark: RegExp | undefined) {
  return markedParts(text, mark).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change places
    i % 2 === 1 ? <mark key={i}>{part}</mark> : part,
  );
}
