import type { ThemeMode, ThemeModeStore } from '#ui/theme/theme-mode.ts';
import { listenSetting, readSetting, type Setting, writeSetting } from './settings.ts';

export const themeMode: Setting<ThemeMode> = {
  key: 'theme-mode',
  read: (stored) => (stored === 'light' || stored === 'dark' ? stored : 'system'),
};

/** Pixels of a table's row, by the names that are stored. */
export const rowHeights = { SHORT: 32, MEDIUM: 36, TALL: 40, EXTRA_TALL: 44 } as const;
export type RowHeight = keyof typeof rowHeights;

export const rowHeight: Setting<RowHeight> = {
  key: 'tableRowHeight',
  read: (stored) =>
    typeof stored === 'string' && Object.hasOwn(rowHeights, stored) ? (stored as RowHeight) : 'MEDIUM',
};

export const navbarCollapsed: Setting<boolean> = { key: 'navbarCollapsed', read: (stored) => stored === true };

export const themeModeStore: ThemeModeStore = {
  get: () => readSetting(themeMode),
  set: (mode) => writeSetting(themeMode, mode),
  listen: (onChange) => listenSetting(themeMode.key, () => onChange(readSetting(themeMode))),
};
