import { type ReactNode, useEffect } from 'react';
import { productName, useClusterInfo } from '#platform/session/cluster-info.ts';
import styles from './page.module.css';
import { pageTitle } from './page-title.ts';
import { useBeIn } from './place.ts';

export interface PageProps {
  /** The document's title, before the cluster's and the product's name. */
  title: string;
  /** What stands at the end of the crumbs; the page's `h1` unless `object`. By default the title. */
  name?: ReactNode;
  /** The places above, as links. */
  crumbs?: { key: string; link: ReactNode }[];
  /** What it shows belongs to this workspace. */
  workspaceId?: number;
  /** Right end of the bar: at most four buttons. */
  actions?: ReactNode;
  /** Collection pages have their tabs in the bar: a <TabBar>. */
  tabs?: ReactNode;
  /** Object pages draw their own `h1` with figures and tabs below the bar. */
  object?: boolean;
  children: ReactNode;
}

/** The frame of every page below the shell: bar with crumbs and actions, then the scrolling main part. */
export function Page({ title, name, crumbs = [], actions, tabs, object, workspaceId, children }: PageProps) {
  useDocumentTitle(title);
  useBeIn(workspaceId);
  const Name = object ? 'span' : 'h1';
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <nav aria-label="Breadcrumb" style={{ minWidth: 0 }}>
          <ol className={styles.crumbs}>
            {crumbs.map(({ key, link }) => (
              <li key={key}>{link}</li>
            ))}
            <li>
              <Name
                className={styles.current}
                tabIndex={object ? undefined : -1}
                aria-current={object ? 'page' : undefined}
              >
                {name ?? title}
              </Name>
            </li>
          </ol>
        </nav>
        {tabs}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** `[page] - [cluster name] - product name`; also for pages outside the shell. */
export function useDocumentTitle(title: string): void {
  const info = useClusterInfo();
  const full = pageTitle(title, info?.clusterName, productName(info));
  // The document is outside React.
  useEffect(() => {
    document.title = full;
  }, [full]);
}
