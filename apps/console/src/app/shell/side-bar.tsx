import { Link, type LinkProps } from '@tanstack/react-router';
import { LayoutGrid, type LucideIcon, PanelLeft, Plus, Search } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { usePinnedWorkspaces } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import { laterForm } from '#platform/actions/later-form.tsx';
import { Logo } from '#platform/logo.tsx';
import { useCurrentWorkspace } from '#platform/page/place.ts';
import { canCreateWorkspace } from '#platform/session/checks.ts';
import { consoleVersion, productName, shownVersion, useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { navbarCollapsed } from '#platform/settings/shell-settings.ts';
import { ariaKeysOf, keysOf, shortcuts } from '#platform/shortcuts/shortcuts.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { Keys } from '#ui/primitives/keys.tsx';
import { Monogram } from '#ui/primitives/monogram.tsx';
import { Tooltip } from '#ui/primitives/tooltip.tsx';
import { openOver } from '../command-bar/opening.ts';
import { usePlaces } from './places.ts';
import styles from './shell.module.css';
import { useLinks } from './use-links.ts';
import { UserMenu } from './user-menu.tsx';

const NewWorkspaceDialog = laterForm(
  async () => (await import('#organisation/workspaces/forms/new-workspace-dialog.tsx')).NewWorkspaceDialog,
);

/** Drawn anew for what it reads itself, not with each change around it. */
export const SideBar = memo(function SideBarOfPlaces({ collapsed }: { collapsed: boolean }) {
  const info = useClusterInfo();
  const may = useMay();
  const places = usePlaces();
  const links = useLinks();
  const [omnibarKeys] = useSetting(shortcuts.omnibar.setting);
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  const [, setCollapsed] = useSetting(navbarCollapsed);
  const mayCreate = may(canCreateWorkspace);
  return (
    <nav aria-label="Main" className={styles.nav}>
      <Link to="/" className={styles.brand} aria-label={productName(info)}>
        <Logo narrow={collapsed} />
        <span className={styles.label}>
          {info?.hasCustomLogo ? null : productName(info)}
          <small>{info?.clusterName}</small>
        </span>
      </Link>
      <Hinted label="Find anything" collapsed={collapsed}>
        <button
          type="button"
          className={`${styles.item} ${styles.find}`}
          aria-label="Find anything"
          aria-haspopup="dialog"
          aria-keyshortcuts={ariaKeysOf(omnibarKeys)}
          onClick={() => openOver('bar')}
        >
          <Icon of={Search} />
          <span className={styles.label}>Find anything</span>
          <span className={styles.label}>
            <Keys of={[keysOf(omnibarKeys).join(' ')]} />
          </span>
        </button>
      </Hinted>
      {places.map(({ label, icon, link }) => (
        <Place key={label} icon={icon} label={label} collapsed={collapsed} link={link} />
      ))}
      {collapsed ? <Place icon={LayoutGrid} label="Workspaces" collapsed link={{ to: '/workspaces' }} exact /> : null}
      <div className={styles.section}>
        <Link to="/workspaces" activeOptions={{ exact: true, includeSearch: false }}>
          Workspaces
        </Link>
        <IconButton size="xs" icon={Search} name="Search workspaces" onClick={() => openOver('quick-search')} />
        {mayCreate ? <IconButton size="xs" icon={Plus} name="Create workspace" onClick={create} /> : null}
      </div>
      <PinnedWorkspaces collapsed={collapsed} />
      {mayCreate ? (
        <Hinted label="New Workspace" collapsed={collapsed}>
          <button type="button" className={styles.item} onClick={create} aria-label="New Workspace">
            <Icon of={Plus} />
            <span className={styles.label}>New Workspace</span>
          </button>
        </Hinted>
      ) : null}
      <div className={styles.push} />
      {links.map((link) => (
        <Outside key={link.label} collapsed={collapsed} {...link} />
      ))}
      <Hinted label={collapsed ? 'Expand' : 'Collapse'} collapsed={collapsed}>
        <button
          type="button"
          className={styles.item}
          aria-label={collapsed ? 'Expand' : 'Collapse'}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        >
          <Icon of={PanelLeft} />
          <span className={styles.label}>Collapse</span>
        </button>
      </Hinted>
      <div className={styles.user}>
        <UserMenu collapsed={collapsed} />
        <Version collapsed={collapsed} />
      </div>
      {creating ? <NewWorkspaceDialog onClose={() => setCreating(false)} /> : null}
    </nav>
  );
});

function PinnedWorkspaces({ collapsed }: { collapsed: boolean }) {
  const { data } = usePinnedWorkspaces();
  const here = useCurrentWorkspace();
  if (!data) return null;
  if (data.length === 0) return <p className={styles.none}>No pinned workspaces</p>;
  return data.map((workspace) => (
    <Hinted key={workspace.id} label={workspace.name} collapsed={collapsed}>
      <Link
        to="/workspaces/$workspaceId/{-$tab}"
        params={{ workspaceId: String(workspace.id), tab: undefined }}
        className={styles.item}
        activeOptions={{ includeSearch: false }}
        aria-current={workspace.id === here ? 'page' : undefined}
      >
        {({ isActive }) => (
          <>
            <Monogram name={workspace.name} strong={isActive || workspace.id === here} />
            <span className={collapsed ? 'visually-hidden' : undefined}>{workspace.name}</span>
          </>
        )}
      </Link>
    </Hinted>
  ));
}

function Version({ collapsed }: { collapsed: boolean }) {
  return (
    <small className={styles.version} title={`Version ${consoleVersion}`}>
      {shownVersion(consoleVersion, collapsed)}
    </small>
  );
}

interface PlaceProps {
  icon: LucideIcon;
  label: string;
  collapsed: boolean;
}

function Place({ icon, label, collapsed, link, exact }: PlaceProps & { link: LinkProps; exact?: boolean }) {
  return (
    <Hinted label={label} collapsed={collapsed}>
      <Link className={styles.item} activeOptions={{ includeSearch: false, exact }} {...link}>
        <Icon of={icon} />
        <span className={collapsed ? 'visually-hidden' : undefined}>{label}</span>
      </Link>
    </Hinted>
  );
}

function Outside({ icon, label, collapsed, href }: PlaceProps & { href: string }) {
  return (
    <Hinted label={label} collapsed={collapsed}>
      <a className={styles.item} href={href} target="_blank" rel="noreferrer">
        <Icon of={icon} />
        <span className={collapsed ? 'visually-hidden' : undefined}>{label}</span>
      </a>
    </Hinted>
  );
}

/** In the rail the words are gone: they come as a tooltip. */
function Hinted({ label, collapsed, children }: { label: string; collapsed: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <span style={{ display: 'block', flex: 'none' }}>{children}</span>
    </Tooltip>
  );
}
