import { useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { startLive } from '#platform/live/live.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { startSettingsSync } from '#platform/settings/settings-sync.ts';
import { navbarCollapsed } from '#platform/settings/shell-settings.ts';
import { mobileQuery } from '#ui/theme/mobile.ts';
import styles from './shell.module.css';
import { SideBar } from './side-bar.tsx';
import { TabBar } from './tab-bar.tsx';
import { useFocusOnPage } from './use-focus-on-page.ts';

/** What stands around every page of a signed-in user. */
export function Shell() {
  const mobile = useMediaQuery(mobileQuery, window.matchMedia(mobileQuery).matches);
  const [collapsed] = useSetting(navbarCollapsed);
  useFocusOnPage();
  // The live websocket and the server's copy of the settings live as long as somebody is signed in.
  useEffect(() => {
    const stop = [startLive(), startSettingsSync()];
    return () => {
      for (const end of stop) end();
    };
  }, []);
  return (
    <div className={`${styles.shell} ${collapsed && !mobile ? styles.rail : ''}`}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <ClusterMessage />
      {mobile ? null : <SideBar collapsed={collapsed} />}
      <div className={styles.page}>
        <Outlet />
      </div>
      {mobile ? <TabBar /> : null}
    </div>
  );
}

function ClusterMessage() {
  const message = useClusterInfo()?.clusterMessage?.message;
  if (!message) return null;
  return (
    <div role="status" className={styles.banner}>
      <b>Message from Admin:</b>
      <span>{message}</span>
    </div>
  );
}
