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
  set: (next: readonly Receipt[]) => {
    running = next;
    sessionStorage.setItem(storageKey, JSON.stringify(next.map(({ id }) => id)));
    for (const listener of listeners) listener();
  },
};

let resumed = false;

/** After the page was loaded anew: those that this tab has asked for. */
export function resumeReceipts(open: (href: string) => void): void {
  if (resumed) return;
  resumed = true;
  const known: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  const ids = Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [];
  if (ids.length > 0) void import('./track-receipt.ts').then(({ resumeTracking }) => resumeTracking(ids, open));
}
