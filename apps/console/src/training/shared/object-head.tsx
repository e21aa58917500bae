import type { ReactNode } from 'react';
import styles from './object-head.module.css';

interface ObjectHeadProps {
  title: string;
  /** State badge, tags. */
  badges?: ReactNode;
  /** Muted words at the right end: what and whose it is. */
  about?: ReactNode;
  children?: ReactNode;
}

/** The top of an object's page: its name, its condition, and a row of figures. */
export function ObjectHead({ title, badges, about, children }: ObjectHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 tabIndex={-1}>{title}</h1>
        {badges}
        {about && <p className={styles.about}>{about}</p>}
      </div>
      {children && <dl className={styles.figures}>{children}</dl>}
    </header>
  );
}

/** One figure with its muted rest: "40 of 64, 5 running". */
export function Figure({ name, value, rest }: { name: string; value: ReactNode; rest?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {rest && <small>{rest}</small>}
      </dd>
    </div>
  );
}
