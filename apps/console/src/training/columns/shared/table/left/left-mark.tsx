import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './left.module.css';

/** So much more does a cell need that has one. */
export const MARK_WIDTH = 18;

/** Beside what leads to a row: the last act left it as it was. */
export function LeftMark({ reason }: { reason: string | undefined }) {
  return (
    <span role="img" aria-label={`Left as it was: ${reason}`} title={reason} className={styles.mark}>
      <Icon of={TriangleAlert} size={14} />
    </span>
  );
}

export function Marked({ reason, children }: { reason: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.marked}>
      <LeftMark reason={reason} />
      {children}
    </span>
  );
}
