import type { ReactNode } from 'react';
import styles from './compact-row.module.css';

interface CompactRowProps {
  glyph: ReactNode;
  name: ReactNode;
  value: ReactNode;
  /** Second line: state, id, user. */
  about: ReactNode;
  /** Right end of the second line: a curve or a count. */
  side?: ReactNode;
  /** What can be done with it, at the right edge. */
  menu?: ReactNode;
}

/** The two lines of a row on a narrow screen. */
export function CompactRow({ glyph, name, value, about, side, menu }: CompactRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.glyph}>{glyph}</span>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.about}>{about}</span>
      <span className={styles.side}>{side}</span>
      {menu && <span className={styles.menu}>{menu}</span>}
    </div>
  );
}
