import { keptStore } from '#platform/settings/browser-store.ts';

const key = 'server-address';

/** Where calls go in place of the page's own server; '' is that one. The session's cookie is never sent to another origin. */
export function serverAddress(): string {
  const stored = keptStore.read(key);
  return typeof stored === 'string' && URL.canParse(stored) ? stored : '';
}

/** In effect when the page is loaded again. */
export function setServerAddress(address: string): void {
  keptStore.write(key, address);
}

export function forgetServerAddress(): void {
  keptStore.remove(key);
}
