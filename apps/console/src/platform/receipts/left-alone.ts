import { useSyncExternalStore } from 'react';

/** What the last act on several things was refused for, or failed for. */
export interface LeftAlone {
  kind: string;
  /** Where they were chosen. */
  projectId: number | null;
  /** Of the act, as menus name it. */
  label: string;
  count: number;
  reasons: ReadonlyMap<number, string>;
}

let known: LeftAlone | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The next act makes it forget those of the one before. */
export function setLeftAlone(next: LeftAlone | undefined): void {
  known = next?.count ? next : undefined;
  for (const listener of listeners) listener();
}

export const useLeftAlone = (): LeftAlone | undefined => useSyncExternalStore(subscribe, () => known);
