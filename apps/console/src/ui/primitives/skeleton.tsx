import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

export function Bone({ width }: { width: number | string }) {
  return <span className={styles.bone} style={{ width }} />;
}

/**
 * Wraps what stands for data still on its way: shown after 150 ms only, and announced with `words`, the
 * specification's loading words where it has some.
 */
export function Loading({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div role="status" className={styles.late}>
      <span className={children ? 'visually-hidden' : undefined}>{words}</span>
      {children ? <div aria-hidden>{children}</div> : null}
    </div>
  );
}

/** Rows in the shape of the table to come: `widths` are those of its cells, in px. */
export function SkeletonRows({ words, widths, count = 10 }: { words: string; widths: number[]; count?: number }) {
  return (
    <Loading words={words}>
      <ul className={styles.rows}>
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity, never reordered
          <li key={row} className={styles.row}>
            {widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <Bone key={column} width={width * (0.6 + 0.4 * Math.abs(Math.sin(row * 7 + column * 3)))} />
            ))}
          </li>
        ))}
      </ul>
    </Loading>
  );
}
