import { memo, type Ref } from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatClock } from '../format/times.ts';
import { parseAnsi } from './ansi.ts';
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

/** One line: number, time, level letter, rank, text, and no boxes for what it has not: there are dozens of lines in a frame. Only the text is selected and copied; the number chooses the line. */
export const LogLineRow = memo(function LogLineRow(props: LogLineRowProps) {
  const { n, line, last, lastText, fold, sameTime, top, mark, chosen, now, measure, index } = props;
  const level = line?.level ?? '';
  const letter = LETTERS[level];
  // Most are nothing but a text: one node, where several would be made and laid out.
  const plain = line && !mark && !fold && lastText === undefined ? plainLine(line.text) : undefined;
  return (
    <div
      ref={measure}
      data-index={index}
      className={styles.line}
      data-level={level}
      data-chosen={chosen || undefined}
      data-now={now || undefined}
      style={top === undefined ? undefined : { top }}
    >
      <span className={styles.number} data-line={n} data-last={last}>
        {formatCount(n + 1)}
      </span>
      {line === undefined ? (
        <span className={styles.bone} aria-hidden="true" />
      ) : (
        <>
          {!sameTime && line.time && <span className={styles.time}>{formatClock(line.time)}</span>}
          {letter && (
            <span className={styles.level} title={letter[1]}>
              {letter[0]}
            </span>
          )}
          {line.rank !== null && <span className={styles.rank}>{`r${line.rank}`}</span>}
          <span className={styles.text}>
            {plain ?? (
              <>
                {fold && <FoldButton n={n} fold={fold} />}
                <Words text={line.text} mark={mark} />
                {fold?.kind !== 'same' && lastText !== undefined && (
                  <>
                    <span className={styles.between}> … </span>
                    <Words text={lastText} mark={mark} />
                  </>
                )}
                {'\n'}
              </>
            )}
          </span>
        </>
      )}
    </div>
  );
});

/** Opens what begins with the line, and closes it again. */
function FoldButton({ n, fold: { kind, count, open } }: { n: number; fold: ShownFold }) {
  return (
    <button type="button" className={styles.fold} data-fold={n} aria-expanded={open}>
      {kind === 'traceback' ? `${formatCount(count)} lines` : `× ${formatCount(count)}`}
      <span className="visually-hidden">{FOLD_WORDS[kind]}</span>
    </button>
  );
}

const FOLD_WORDS = { traceback: ' of a traceback', same: ' the same line', similar: ' similar lines' };

/** A line's text where that is all there is to it. */
function plainLine(text: string): string | undefined {
  const [only, further] = parseAnsi(text);
  return further || only?.tone || only?.bold ? undefined : `${only?.text ?? ''}\n`;
}

/** A line's text with its colours. */
function Words({ text, mark }: { text: string; mark: RegExp | undefined }) {
  return parseAnsi(text).map(({ text: part, tone, bold }, i) =>
    tone || bold ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line never change places
      <span key={i} data-tone={tone} data-bold={bold}>
        {marked(part, mark)}
      </span>
    ) : (
      marked(part, mark)
    ),
  );
}

function marked(text: string, mark: RegExp | undefined) {
  return markedParts(text, mark).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change places
    i % 2 === 1 ? <mark key={i}>{part}</mark> : part,
  );
}
