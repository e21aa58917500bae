import { CatchNotFound, Outlet } from '@tanstack/react-router';
import { type CSSProperties, type MouseEvent, useEffect } from 'react';
import { SettingsHost } from '#identity/settings/shared/settings-host.tsx';
import { AskedAction } from '#platform/actions/asked-action.tsx';
import { LiveRefresh } from '#platform/api/live-refresh.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { startLive } from '#platform/live/live.ts';
import { ReceiptsHere } from '#platform/receipts/receipts-here.tsx';
import { useCurrentUser } from '#platform/session/session.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { startSettingsSync } from '#platform/settings/settings-sync.ts';
import { navbarCollapsed, rowHeight, rowHeights } from '#platform/settings/shell-settings.ts';
import { shortcuts, useShortcut } from '#platform/shortcuts/shortcuts.ts';
import { useSwitch } from '#platform/switches/feature-switches.ts';
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts';
import { Modal } from '#ui/primitives/overlays.ts';
import { whenIdle } from '#ui/primitives/when-idle.ts';
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
import { OverPage } from '../command-bar/over-page.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { Banners } from './banners.tsx';
import styles from './shell.module.css';
import { SideBar } from './side-bar.tsx';
import { TabBar } from './tab-bar.tsx';
import { useFocusOnPage } from './use-focus-on-page.ts';

const restMs = 2000;

/** What stands around every page of a signed-in user. */
export function Shell() {
  const mobile = useIsMobile();
  const { id: userId } = useCurrentUser();
  const flat = useSwitch('flat_runs');
  const [density] = useSetting(rowHeight);
  const [collapsed, setCollapsed] = useSetting(navbarCollapsed);
  useShortcut(shortcuts.navbarCollapsed, () => setCollapsed(!collapsed));
  useFocusOnPage();
  // The live websocket, the server's copy of the settings and what is told of use live as long as somebody is signed in.
  useEffect(() => {
    const refresh = new LiveRefresh(queryClient);
    const stop = [
      startLive({
        changed: (changes) => refresh.heard(changes),
        missed: () => void queryClient.invalidateQueries({ type: 'active' }),
      }),
      () => refresh.stop(),
      startSettingsSync(userId),
      startTelemetry(),
      // Where a server has gone or has another console since, what asks before something is done opens all the same.
      whenIdle(Modal.load, restMs),
    ];
    return () => {
      for (const end of stop) end();
    };
  }, [userId]);
  // React types know no custom properties.
  const look = { '--row': `${rowHeights[density]}px` } as CSSProperties;
  return (
    <div className={`${styles.shell} ${collapsed && !mobile ? styles.rail : ''}`} style={look}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page */}
      <a className={styles.skip} href="#main" onClick={skipToContent}>
        Skip to content
      </a>
      <Banners />
      {mobile ? null : <SideBar collapsed={collapsed} />}
      <div className={styles.page}>
        {/* Its words are others then. */}
        <CatchNotFound key={flat ? 'flat' : 'classic'} fallback={() => <NotFoundPage />}>
          <Outlet />
        </CatchNotFound>
        <ReceiptsHere />
      </div>
      {mobile ? <TabBar /> : null}
      <AskedAction />
      <SettingsHost />
      <OverPage />
    </div>
  );
}

/** Not by the address: to the router that is a way to go, and a page that is not there would be asked for again. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
