import { getUserSettingRoute, postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { client } from '#platform/api/client.ts';
import { isUnreachable } from '#platform/api/console-error.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { reportError } from '#platform/api/report-error.ts';
import { whenIdle } from '#ui/primitives/when-idle.ts';
import { globalStore, sessionStore } from './browser-store.ts';
import { adoptSetting, onSettingChange } from './settings.ts';

/** The place of the console's own settings among a user's. */
export const settingsPath = 'console';
const quietMs = 200;
/** Browsers send 64 KB after their page is gone, of all its requests together. */
const mostKeptAlive = 30_000;

/** A read of the server's copy waits so long for changes that are on their way to it. */
const patienceMs = 500;

/** So long after a page's end what it could not finish is newer than what the server has. */
const leftForMs = 60_000;
/** What the server has not confirmed yet, and whose it is, kept for this tab. */
const unconfirmedKey = 'unconfirmed-settings';

/**
 * Keeps the browser's settings and the server's copy alike: the server's is read once the page is drawn and now and then, and wins;
 * the reader's changes are saved as soon as they rest, one after another. Returns the way to stop.
 */
export function startSettingsSync(userId: number): () => void {
  const unsaved = new Map<string, unknown>();
  /** What was changed while an answer was under way is newer than the answer. */
  const changed = new Set<string>();
  /** Being saved, once for each request they are in. */
  const underWay: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  /** Is over once all that was changed is saved. */
  let saved: PromiseWithResolvers<void> | undefined;

  const remember = () => {
    const keys = [...new Set([...underWay, ...unsaved.keys()])];
    if (keys.length === 0) sessionStore.remove(unconfirmedKey);
    else sessionStore.write(unconfirmedKey, { userId, keys, at: Date.now() });
  };
  const change = (key: string, value: unknown) => {
    changed.add(key);
    unsaved.set(key, value);
    saved ??= Promise.withResolvers();
    remember();
  };

  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...unsaved.keys()];
    const settings = [...unsaved].map(([key, value]) => ({
      key,
      storagePath: settingsPath,
      value: JSON.stringify(value),
    }));
    unsaved.clear();
    underWay.push(...keys);
    // It outlives the page, also one that is left while it is under way, as far as browsers let it.
    const keepalive = JSON.stringify(settings).length < mostKeptAlive;
    let answered = true;
    await client.call(postUserSettingRoute, { settings }, { keepalive }).catch((error) => {
      // So it ends, too, where the page goes away.
      answered = !isUnreachable(error);
      reportError(error, { title: failedWords(keys) });
    });
    for (const key of keys) underWay.splice(underWay.indexOf(key), 1);
    if (answered) remember();
    saveRested();
    // More may have been changed meanwhile.
    if (underWay.length > 0 || unsaved.size > 0) return;
    saved?.resolve();
    saved = undefined;
  };
  // Of two at once the later could arrive first, and be undone.
  const saveRested = () => {
    if (underWay.length === 0 && unsaved.size > 0 && !timer) void save();
  };

  const stopListening = onSettingChange((key, value) => {
    change(key, value);
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      saveRested();
    }, quietMs);
  });

  // Who changes something and reloads or leaves at once would find it undone by the server's copy.
  const leave = () => {
    if (unsaved.size > 0) void save();
  };
  window.addEventListener('pagehide', leave);

  // The request of the page before may be slower than this page, or lost.
  for (const key of unconfirmed(userId)) {
    const value = globalStore.read(key);
    if (value !== undefined) change(key, value);
  }
  saveRested();

  const read = async () => {
    if (saved) await Promise.race([saved.promise, new Promise((over) => setTimeout(over, patienceMs))]);
    // What is still on its way by then stays.
    if (!saved) changed.clear();
    const { settings } = await client.call(getUserSettingRoute, {});
    for (const setting of settings) {
      if (stopped || setting.storagePath !== settingsPath || changed.has(setting.key)) continue;
      const value = parse(setting.value);
      if (value !== undefined) adoptSetting(setting.key, value);
    }
  };
  const failed = (error: unknown) =>
    reportError(error, { title: 'Unable to fetch user settings, try refreshing.', silent: isUnreachable(error) });
  const callOff = whenIdle(() =>
    read().catch((error) => reportError(error, { title: 'Unable to fetch user settings, try refreshing.' })),
  );
  const poll = setInterval(() => {
    if (!globalThis.document?.hidden) read().catch(failed);
  }, pollEvery.slow);

  return () => {
    stopped = true;
    callOff();
    clearInterval(poll);
    stopListening();
    window.removeEventListener('pagehide', leave);
    leave();
  };
}

/** What the same user had changed in the page that was here a moment ago, and no answer has confirmed. */
function unconfirmed(userId: number): string[] {
  // Nothing but this writes it.
  const left = sessionStore.read(unconfirmedKey) as { userId: number; keys: string[]; at: number } | undefined;
  return left?.userId === userId && Date.now() - left.at < leftForMs ? left.keys : [];
}

/** The specification's words for one setting, and for several at once. */
function failedWords([key, ...others]: string[]): string {
  return others.length === 0
    ? `Unable to update user settings for key: ${key}.`
    : 'Unable to update user settings, try again later.';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
