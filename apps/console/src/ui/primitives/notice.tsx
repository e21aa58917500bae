import { Inbox, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

export interface NoticeProps {
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Fills and centres in a page instead of standing in the flow. */
  whole?: boolean;
  /** The page's own heading when nothing else stands on it. */
  heading?: 'h1' | 'h2';
}

/** Says that there is nothing here and what to do about it. */
export function EmptyState({ icon = Inbox, title, children, actions, whole, heading: Heading = 'h2' }: NoticeProps) {
  return (
    <section className={`${styles.notice} ${whole ? styles.whole : ''}`}>
      <Icon of={icon} size={20} className={styles.icon} />
      <Heading className={styles.title}>{title}</Heading>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </section>
  );
}

/** A widget that failed says so in its own box; `actions` has at least Retry. */
export function ErrorState(props: NoticeProps) {
  return (
    <div role="alert">
      <EmptyState icon={TriangleAlert} {...props} />
    </div>
  );
}
