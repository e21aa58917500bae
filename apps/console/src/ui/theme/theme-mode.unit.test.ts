import { expect, test } from 'vitest';
import { colorSchemeManager, nextThemeMode, type ThemeMode } from './theme-mode.ts';

test('[SETTINGS-032] the toggle goes round: Day, Night, System, Day', () => {
  const round: ThemeMode[] = ['light'];
  while (round.length < 4) round.push(nextThemeMode[round.at(-1) ?? 'light']);
  expect(round).toEqual(['light', 'dark', 'system', 'light']);
});

test('a change reaches Mantine once, although Mantine answers with a set', () => {
  let mode: ThemeMode = 'system';
  const listeners = new Set<(mode: ThemeMode) => void>();
  const store = {
    get: () => mode,
    set: (next: ThemeMode) => {
      mode = next;
      for (const listener of listeners) listener(next);
    },
    listen: (listener: (mode: ThemeMode) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const manager = colorSchemeManager(store);
  const seen: string[] = [];
  manager.subscribe((scheme) => {
    seen.push(scheme);
    manager.set(scheme);
  });
  store.set('dark');
  expect(seen).toEqual(['dark']);
  manager.set('auto');
  expect(mode).toBe('system');
  manager.unsubscribe();
  store.set('light');
  expect(seen).toEqual(['dark', 'auto']);
});
