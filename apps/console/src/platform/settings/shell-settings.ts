import type { ThemeMode, ThemeModeStore } from '#ui/theme/theme-mode.ts';
import { listenSetting, readSetting, type Setting, writeSetting } from './settings.ts';

export const themeMode: Setting<ThemeMode> = {
  key: 'theme-mode',
  read: (stored) => (stored === 'light' || stored === 'dark' ? stored : 'system'),
};

export const navbarCollapsed: Setting<boolean> = { key: 'navbarCollapsed', read: (stored) => stored === true };

export const themeModeStore: ThemeModeStore = {
  get: () => readSetting(themeMode),
  set: (mode) => writeSetting(themeMode, mode),
  listen: (onChange) => listenSetting(themeMode.key, () => onChange(readSetting(themeMode))),
};
