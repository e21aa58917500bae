import type { ReactNode } from 'react';
import styles from './page.module.css';

interface SectionHeadProps {
  /** Names the region. */
  id?: string;
  title: string;
  note?: ReactNode;
  children?: ReactNode;
}

/** A region's head: 36 px, name, a muted word beside it, controls at the right. */
export function SectionHead({ id, title, note, children }: SectionHeadProps) {
  return (
    <div className={styles.section}>
      <h2 id={id}>{title}</h2>
      {note ? <div className={`muted ${styles.sectionNote}`}>{note}</div> : null}
      {children ? <div className={styles.push}>{children}</div> : null}
    </div>
  );
}

/** A line of controls above a list; wrap what belongs at the right end in <ToolsEnd>. */
export function Tools({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line in every browser
    <div role="group" aria-label={name} className={styles.tools} data-print="no">
      {children}
    </div>
  );
}
export function ToolsEnd({ children }: { children: ReactNode }) {
  return <div className={styles.toolsEnd}>{children}</div>;
}
