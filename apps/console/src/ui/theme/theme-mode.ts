import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** What the reader chose; `system` follows the machine. public/theme-boot.js reads the same key before the first paint. */
export type ThemeMode = 'light' | 'dark' | 'system';

/** The toggle's round: Day, Night, System, Day. */
export const nextThemeMode: Record<ThemeMode, ThemeMode> = { light: 'dark', dark: 'system', system: 'light' };
export const themeModeNames: Record<ThemeMode, string> = { light: 'Day', dark: 'Night', system: 'System' };

export const schemeOf = (mode: ThemeMode): MantineColorScheme => (mode === 'system' ? 'auto' : mode);
const modeOf = (scheme: MantineColorScheme): ThemeMode => (scheme === 'auto' ? 'system' : scheme);

export interface ThemeModeStore {
  get: () => ThemeMode;
  set: (mode: ThemeMode) => void;
  /** Calls back on changes from elsewhere; returns the way to stop. */
  listen: (onChange: (mode: ThemeMode) => void) => () => void;
}

/** Lets Mantine keep its colour scheme in the settings instead of a place of its own. */
export function colorSchemeManager(store: ThemeModeStore): MantineColorSchemeManager {
  let stop: (() => void) | undefined;
  return {
    get: () => schemeOf(store.get()),
    // Mantine answers every update with a set: the same value must not go round again.
    set: (scheme) => {
      if (store.get() !== modeOf(scheme)) store.set(modeOf(scheme));
    },
    subscribe: (onUpdate) => {
      stop = store.listen((mode) => onUpdate(schemeOf(mode)));
    },
    unsubscribe: () => stop?.(),
    clear: () => store.set('system'),
  };
}
