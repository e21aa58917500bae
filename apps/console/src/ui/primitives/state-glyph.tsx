import type { ReactNode } from 'react';
import styles from './state-badge.module.css';
import type { Glyph, StateLook } from './state-kinds.ts';

const circumference = 2 * Math.PI * 5.25;
const ring = <circle cx="7" cy="7" r="5.25" />;
const dotted = <circle cx="7" cy="7" r="5.25" strokeDasharray="2.2 1.92" />;
const disc = <circle cx="7" cy="7" r="6" className={styles.solid} />;
const core = <circle cx="7" cy="7" r="2.25" className={styles.solid} />;
const arc = (
  <>
    <circle cx="7" cy="7" r="5.25" className={styles.faint} />
    <circle cx="7" cy="7" r="5.25" strokeDasharray="10 23" strokeLinecap="round" className={styles.turn} />
  </>
);
const bar = <path d="M4.7 7h4.6" />;

const shapes: Record<Exclude<Glyph, 'running'>, ReactNode> = {
  queued: dotted,
  waiting: (
    <>
      {dotted}
      <path d="M7 4.5v2.7l1.6 1" className={styles.thin} />
    </>
  ),
  starting: arc,
  pulling: (
    <>
      {arc}
      <path d="M7 4.7v4M5.3 7.2 7 8.9l1.7-1.7" className={styles.thin} />
    </>
  ),
  active: (
    <>
      {ring}
      {core}
    </>
  ),
  paused: (
    <>
      {ring}
      <path d="M5.6 4.9v4.2M8.4 4.9v4.2" />
    </>
  ),
  stopping: (
    <>
      {arc}
      <rect x="5" y="5" width="4" height="4" rx=".5" className={styles.solid} />
    </>
  ),
  completed: (
    <>
      {disc}
      <path d="M4.3 7.3 6.3 9.2 9.9 5" className={styles.on} />
    </>
  ),
  stopped: (
    <>
      {disc}
      <rect x="4.75" y="4.75" width="4.5" height="4.5" rx=".7" className={styles.onFill} />
    </>
  ),
  errored: (
    <>
      <path d="M4.4.8h5.2l3.6 3.6v5.2l-3.6 3.6H4.4L.8 9.6V4.4z" className={styles.solid} />
      <path d="M7 3.9v3.8M7 10v.1" className={styles.on} />
    </>
  ),
  'delete-failed': (
    <>
      <path d="M4.6 1.5h4.8l3.1 3.1v4.8l-3.1 3.1H4.6L1.5 9.4V4.6z" />
      <path d="m5.2 5.2 3.6 3.6M8.8 5.2 5.2 8.8" className={styles.thin} />
    </>
  ),
  deleting: (
    <>
      {dotted}
      {bar}
    </>
  ),
  deleted: (
    <>
      {ring}
      {bar}
    </>
  ),
  'partly-deleted': (
    <>
      {ring}
      <path d="M7 7H1.75A5.25 5.25 0 0 0 7 12.25z" className={styles.solid} />
    </>
  ),
  archived: <path d="M1.5 2.5h11v3h-11zM2.5 5.5v6h9v-6M5.5 8h3" />,
  unmanaged: <path d="M6 2.5H2.5v9h9V8M8 2h4v4M11.8 2.2 6.5 7.5" className={styles.thin} />,
  unknown: (
    <>
      {ring}
      <path d="M5.6 5.7c.1-1.9 2.9-1.8 2.8 0 0 1-1.4 1.1-1.4 2.1M7 9.6v.1" className={styles.thin} />
    </>
  ),
};

/** The 14 px silhouette of a state. Without `name` it is decoration: the word stands beside it. */
export function StateGlyph({ look, progress = 0, name }: { look: StateLook; progress?: number; name?: string }) {
  const shape =
    look.glyph === 'running' ? (
      <>
        <circle cx="7" cy="7" r="5.25" className={styles.faint} />
        <circle
          cx="7"
          cy="7"
          r="5.25"
          strokeDasharray={`${Math.min(1, Math.max(0, progress)) * circumference} 40`}
          transform="rotate(-90 7 7)"
        />
        {core}
      </>
    ) : (
      shapes[look.glyph]
    );
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      className={`${styles.glyph} ${styles[look.tone]}`}
      role={name ? 'img' : undefined}
      aria-label={name}
      aria-hidden={name ? undefined : true}
    >
      {shape}
    </svg>
  );
}
