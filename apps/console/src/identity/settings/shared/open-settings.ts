import { useSyncExternalStore } from 'react';
import { openerNow } from '#ui/primitives/dialog-opener.ts';

/** The drawer's sections, in the specification's order. */
export const settingsSections = ['Profile', 'Preferences', 'Shortcuts', 'Experimental', 'Advanced'] as const;
export type SettingsSection = (typeof settingsSections)[number];

interface Opened {
  at: SettingsSection;
  /** Where the focus goes back to. */
  opener: HTMLElement | null;
}

let opened: Opened | undefined;
const listeners = new Set<() => void>();

function set(next: Opened | undefined): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the drawer of user settings, at a section. */
export const openSettings = (at: SettingsSection = 'Profile'): void => set({ at, opener: openerNow() });
export const closeSettings = (): void => set(undefined);

export function useOpenedSettings(): Opened | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
}
