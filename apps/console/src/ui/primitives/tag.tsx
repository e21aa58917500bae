import type { ReactNode } from 'react';
import styles from './tag.module.css';

export function Tag({ tone, children }: { tone?: 'outline' | 'run' | 'ok' | 'err' | 'warn'; children: ReactNode }) {
  return <span className={`${styles.tag} ${tone ? styles[tone] : ''}`}>{children}</span>;
}
