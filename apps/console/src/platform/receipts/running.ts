import type { Receipt } from './receipt-words.ts';

/** Receipts that are being carried out, for as long as this tab knows of them; a page left or loaded anew keeps them. */
const storageKey = 'running-receipts';
let running: readonly Receipt[] = [];
const listeners = new Set<() => void>();

export const runningReceipts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: () => running,
  /** Those that this tab had asked for, before its page was loaded anew. */
  kept: (): string[] => {
    const known: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [];
  },
  set: (next: readonly Receipt[]) => {
    running = next;
    sessionStorage.setItem(storageKey, JSON.stringify(next.map(({ id }) => id)));
    for (const listener of listeners) listener();
  },
};
