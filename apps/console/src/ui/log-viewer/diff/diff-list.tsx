import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Icon } from '../../primitives/icon.tsx';
import { plainText } from '../ansi.ts';
import viewer from '../log-viewer.module.css';
import { LINE_HEIGHT } from '../log-window.ts';
import type { DiffRow } from './diff-rows.ts';
import styles from './log-diff.module.css';

export interface DiffListHandle {
  /** Brings a row into the middle. */
  toRow: (row: number) => void;
}

interface Names {
  left: string;
  right: string;
}

interface DiffListProps {
  ref: Ref<DiffListHandle>;
  rows: readonly DiffRow[];
  /** The row that was stepped to. */
  now: number | undefined;
  names: Names;
  /** Lines that both have are opened, by the first of the left. */
  onOpen: (at: number) => void;
}

/** The rows of a comparison; only those in sight are drawn. */
export function DiffList({ ref, rows, now, names, onOpen }: DiffListProps) {
  const box = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  useImperativeHandle(ref, () => ({ toRow: (row) => list.scrollToIndex(row, { align: 'center' }) }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key
    <section ref={box} className={viewer.lines} aria-label="Differences" tabIndex={0}>
      <div className={viewer.canvas} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={index}
                ref={list.measureElement}
                data-index={index}
                className={styles.row}
                data-kind={row.kind}
                data-now={index === now || undefined}
                style={{ top: start }}
              >
                <Row
                  row={row}
                  names={names}
                  onOpen={(line) => {
                    // The button goes with what it stood for.
                    box.current?.focus();
                    onOpen(line);
                  }}
                />
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

const SIGNS = { left: '−', right: '+' };

function Row({ row, names, onOpen }: { row: DiffRow; names: Names; onOpen: (at: number) => void }) {
  switch (row.kind) {
    case 'folded':
      return (
        <button type="button" className={styles.folded} onClick={() => onOpen(row.at)}>
          <Icon of={ChevronRight} size={12} />
          {formatCount(row.count)} lines that both have
        </button>
      );
    case 'gap':
      return (
        <span className={styles.gap}>
          Lines {formatCount(row.from + 1)} to {formatCount(row.to + 1)} of {names[row.of]} are not compared
        </span>
      );
    case 'same': {
      const [text, other] = [plainText(row.left.text), plainText(row.right.text)];
      return (
        <>
          <Numbers left={row.left.n} right={row.right.n} />
          <span className={styles.sign}>{text === other ? '' : '≈'}</span>
          <span className={styles.text}>
            {text}
            {text !== other && <span className={styles.other}> {other}</span>}
            {'\n'}
          </span>
        </>
      );
    }
    default:
      return (
        <>
          <Numbers {...{ [row.kind]: row.line.n }} />
          <span className={styles.sign}>
            {SIGNS[row.kind]}
            <span className="visually-hidden"> only in {names[row.kind]}: </span>
          </span>
          <span className={styles.text}>
            {plainText(row.line.text)}
            {'\n'}
          </span>
        </>
      );
  }
}

function Numbers({ left, right }: { left?: number; right?: number }) {
  return [left, right].map((n, side) => (
    <span key={side === 0 ? 'left' : 'right'} className={styles.number}>
      {n !== undefined && formatCount(n + 1)}
    </span>
  ));
}
