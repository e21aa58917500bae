import { Menu, useMantineColorScheme } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, ReceiptText, Settings, ShieldUser, Sun } from 'lucide-react';
import { openSettings } from '#identity/settings/shared/open-settings.ts';
import { canAdministrateUsers } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { displayName, useCurrentUser } from '#platform/session/session.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { themeMode } from '#platform/settings/shell-settings.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Avatar } from '#ui/primitives/monogram.tsx';
import { nextThemeMode, schemeOf, themeModeNames } from '#ui/theme/theme-mode.ts';
import styles from './shell.module.css';

const modeIcons = { light: Sun, dark: Moon, system: Monitor };

export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const user = useCurrentUser();
  const theme = useThemeToggle();
  const signOut = useSignOut();
  const may = useMay();
  const name = displayName(user);
  return (
    <Menu position="top-start" keepMounted={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.item} aria-label={`User menu of ${name}`}>
          <Avatar name={name} />
          <span className={collapsed ? styles.label : undefined}>{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {may(canAdministrateUsers) ? (
          <Menu.Item component={Link} to="/admin/user-management" leftSection={<Icon of={ShieldUser} />}>
            Admin Settings
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<Icon of={Settings} />} onClick={() => openSettings()}>
          User Settings
        </Menu.Item>
        <Menu.Item component={Link} to="/receipts" leftSection={<Icon of={ReceiptText} />}>
          Receipts
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} leftSection={<Icon of={modeIcons[theme.mode]} />} onClick={theme.toggle}>
          Theme: {themeModeNames[theme.mode]}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon of={LogOut} />} onClick={signOut}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Day, Night, System, and round again. */
export function useThemeToggle() {
  const [mode] = useSetting(themeMode);
  // Holding transitions back would take a <style> element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return { mode, toggle: () => setColorScheme(schemeOf(nextThemeMode[mode])) };
}

export function useSignOut() {
  const navigate = useNavigate();
  return () => void navigate({ to: '/logout', search: { hard_logout: true } });
}
