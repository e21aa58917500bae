/** A store that outlives the page; everything is JSON under `<namespace>/<key>` (spec 1 §1). */
export interface BrowserStore {
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
  remove: (key: string) => void;
  /** Calls back with the key of what another tab changes. */
  listen: (onChange: (key: string) => void) => void;
}

/** The delimiter between namespace and key. */
export const keyDelimiter = '/';

// Browsers may refuse storage (private windows, blocked cookies): the console then works without memory.
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function browserStore(namespace: string, storage: () => Storage): BrowserStore {
  const full = (key: string) => `${namespace}${keyDelimiter}${key}`;
  return {
    read: (key) =>
      attempt(() => {
        const text = storage().getItem(full(key));
        return text === null ? undefined : JSON.parse(text);
      }),
    write: (key, value) => attempt(() => storage().setItem(full(key), JSON.stringify(value))),
    remove: (key) => attempt(() => storage().removeItem(full(key))),
    listen: (onChange) => {
      // Absent where there is no page, as in tests.
      globalThis.window?.addEventListener('storage', ({ key }) => {
        if (key?.startsWith(full(''))) onChange(key.slice(full('').length));
      });
    },
  };
}

/** Kept across tabs and restarts. */
export const globalStore = browserStore('global', () => window.localStorage);
/** Kept for this tab. */
export const sessionStore = browserStore('session', () => window.sessionStorage);

/**
 * For what has to work wherever it can: kept across tabs and, where the browser keeps nothing (private windows, blocked
 * storage), for this tab. Written to both.
 */
export const keptStore: Omit<BrowserStore, 'listen'> = {
  read: (key) => (attempt(() => window.localStorage.length) === undefined ? sessionStore : globalStore).read(key),
  write: (key, value) => {
    globalStore.write(key, value);
    sessionStore.write(key, value);
  },
  remove: (key) => {
    globalStore.remove(key);
    sessionStore.remove(key);
  },
};
