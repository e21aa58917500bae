import { useSyncExternalStore } from 'react';

/** What asks before it is done. */
export interface Asked {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  act: () => void | Promise<void>;
}

/** What lies over the page: the command bar itself, the list of commands and keys, the quick search, or a question. */
export type Over = 'bar' | 'help' | 'quick-search' | Asked;

let over: Over | undefined;
const listeners = new Set<() => void>();

export function openOver(next: Over | undefined): void {
  over = next;
  for (const listener of listeners) listener();
}

export function useOver(): Over | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => over,
  );
}
