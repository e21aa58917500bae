import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '#ui/format/numbers.ts';
import { Tooltip } from '#ui/primitives/tooltip.tsx';
import styles from './page.module.css';

export interface PageTab {
  key: string;
  label: ReactNode;
  count?: number;
  link: LinkProps;
  /** Says why there is nothing behind it; it stays in sight. */
  disabledReason?: string;
}

/**
 * Tabs that are addresses: links, so that they open in another window too. `name` says what they belong to.
 * In the bar of a collection page, or `row`: a line of its own below an object's figures.
 */
export function TabBar({ name, tabs, row }: { name: string; tabs: PageTab[]; row?: boolean }) {
  return (
    <nav aria-label={name} className={`${styles.tabs} ${row ? styles.row : ''}`} data-keep-focus>
      {tabs.map(({ key, label, count, link, disabledReason }) =>
        disabledReason ? (
          <Tooltip key={key} label={disabledReason}>
            {/* biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere can be reached, so that the reason can be read */}
            <a className={styles.tab} role="link" aria-disabled tabIndex={0}>
              {label}
            </a>
          </Tooltip>
        ) : (
          // In a collection a tab takes the place of the one before; those of an object can be gone back to.
          <Link key={key} className={styles.tab} replace={!row} activeOptions={{ includeSearch: false }} {...link}>
            {label}
            {count === undefined ? null : <span className={styles.count}>{formatCount(count)}</span>}
          </Link>
        ),
      )}
    </nav>
  );
}
