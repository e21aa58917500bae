import { Link, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { Ellipsis, LayoutGrid, LogOut, Monitor, Moon, Search, Settings, ShieldUser, Sun } from 'lucide-react';
import { useState } from 'react';
import { openSettings } from '#identity/settings/shared/open-settings.ts';
import { usePinnedWorkspaces } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import { canAdministrateUsers } from '#platform/session/checks.ts';
import { consoleVersion } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';
import { displayName, useCurrentUser } from '#platform/session/session.ts';
import { BottomSheet } from '#ui/primitives/bottom-sheet.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { Avatar, Monogram } from '#ui/primitives/monogram.tsx';
import { themeModeNames } from '#ui/theme/theme-mode.ts';
import { openOver } from '../command-bar/opening.ts';
import { usePlaces } from './places.ts';
import styles from './shell.module.css';
import { useLinks } from './use-links.ts';
import { useSignOut, useThemeToggle } from './user-menu.tsx';

type Sheet = 'workspaces' | 'more' | null;

/** The bottom bar at 480 px and below. */
export function TabBar() {
  const [sheet, setSheet] = useState<Sheet>(null);
  const navigate = useNavigate();
  const pinned = usePinnedWorkspaces();
  const places = usePlaces();
  const inWorkspaces = useMatchRoute()({ to: '/workspaces', fuzzy: true }) !== false;
  const close = () => setSheet(null);
  const openWorkspaces = () => {
    if (pinned.data?.length === 0) void navigate({ to: '/workspaces' });
    else setSheet('workspaces');
  };
  return (
    <>
      <nav aria-label="Main" className={styles.tabs}>
        {places
          .filter(({ tab }) => tab)
          .map(({ label, icon, link }) => (
            <Link key={label} className={styles.tab} {...link}>
              <Icon of={icon} size={20} />
              {label}
            </Link>
          ))}
        <button
          type="button"
          className={styles.tab}
          aria-haspopup="dialog"
          aria-current={inWorkspaces ? 'page' : undefined}
          onClick={openWorkspaces}
        >
          <Icon of={LayoutGrid} size={20} />
          Workspaces
        </button>
        <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={() => setSheet('more')}>
          <Icon of={Ellipsis} size={20} />
          More
        </button>
      </nav>
      <BottomSheet title="Workspaces" opened={sheet === 'workspaces'} onClose={close}>
        <WorkspaceSheet onGo={close} />
      </BottomSheet>
      <BottomSheet title="More" opened={sheet === 'more'} onClose={close}>
        <MoreSheet onGo={close} />
      </BottomSheet>
    </>
  );
}

function WorkspaceSheet({ onGo }: { onGo: () => void }) {
  const { data, isError } = usePinnedWorkspaces();
  if (isError) return <p role="alert">Could not load workspaces</p>;
  return (
    <ul className={styles.sheet}>
      {(data ?? []).map((workspace) => (
        <li key={workspace.id}>
          <Link
            to="/workspaces/$workspaceId/{-$tab}"
            params={{ workspaceId: String(workspace.id), tab: undefined }}
            className={styles.item}
            onClick={onGo}
          >
            <Monogram name={workspace.name} />
            <span>{workspace.name}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to="/workspaces" className={styles.item} onClick={onGo}>
          <Icon of={LayoutGrid} />
          <span>All Workspaces</span>
        </Link>
      </li>
    </ul>
  );
}

const modeIcons = { light: Sun, dark: Moon, system: Monitor };

function MoreSheet({ onGo }: { onGo: () => void }) {
  const places = usePlaces();
  const links = useLinks();
  const user = useCurrentUser();
  const theme = useThemeToggle();
  const signOut = useSignOut();
  const may = useMay();
  return (
    <div className={styles.sheet}>
      <p className={styles.person}>
        <Avatar name={displayName(user)} />
        {displayName(user)}
        <small className={styles.version}>{consoleVersion}</small>
      </p>
      <button
        type="button"
        className={styles.item}
        onClick={() => {
          onGo();
          openOver('bar');
        }}
      >
        <Icon of={Search} />
        <span>Find anything</span>
      </button>
      {places
        .filter(({ tab }) => !tab)
        .map(({ label, icon, link }) => (
          <Link key={label} className={styles.item} onClick={onGo} {...link}>
            <Icon of={icon} />
            <span>{label}</span>
          </Link>
        ))}
      {may(canAdministrateUsers) ? (
        <Link to="/admin/user-management" className={styles.item} onClick={onGo}>
          <Icon of={ShieldUser} />
          <span>Admin Settings</span>
        </Link>
      ) : null}
      <button
        type="button"
        className={styles.item}
        onClick={() => {
          onGo();
          openSettings();
        }}
      >
        <Icon of={Settings} />
        <span>User Settings</span>
      </button>
      <button type="button" className={styles.item} onClick={theme.toggle}>
        <Icon of={modeIcons[theme.mode]} />
        <span>Theme: {themeModeNames[theme.mode]}</span>
      </button>
      {links.map(({ label, icon, href }) => (
        <a key={label} className={styles.item} href={href} target="_blank" rel="noreferrer">
          <Icon of={icon} />
          <span>{label}</span>
        </a>
      ))}
      <button type="button" className={styles.item} onClick={signOut}>
        <Icon of={LogOut} />
        <span>Sign Out</span>
      </button>
    </div>
  );
}
