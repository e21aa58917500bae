import { getUserSettingRoute, postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { client } from '#platform/api/client.ts';
import { isUnreachable } from '#platform/api/console-error.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { reportError } from '#platform/api/report-error.ts';
import { whenIdle } from '#ui/primitives/when-idle.ts';
import { adoptSetting, onSettingChange } from './settings.ts';

/** The place of the console's own settings among a user's. */
export const settingsPath = 'console';
const quietMs = 200;
/** Browsers send 64 KB after their page is gone, of all its requests together. */
const mostKeptAlive = 30_000;

/** A read of the server's copy waits so long for changes that are on their way to it. */
const patienceMs = 500;

/**
 * Keeps the browser's settings and the server's copy alike: the server's is read once the page is drawn and now and then, and wins;
 * the reader's changes are saved as soon as they rest. Returns the way to stop.
 */
export function startSettingsSync(): () => void {
  const unsaved = new Map<string, unknown>();
  /** What was changed while an answer was under way is newer than the answer. */
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  /** Is over once all that was changed is saved. */
  let saved: PromiseWithResolvers<void> | undefined;
  let underWay = 0;

  const save = async () => {
    clearTimeout(timer);
    const settings = [...unsaved].map(([key, value]) => ({
      key,
      storagePath: settingsPath,
      value: JSON.stringify(value),
    }));
    unsaved.clear();
    timer = undefined;
    underWay += 1;
    // It outlives the page, also one that is left while it is under way, as far as browsers let it.
    const keepalive = JSON.stringify(settings).length < mostKeptAlive;
    await client
      .call(postUserSettingRoute, { settings }, { keepalive })
      .catch((error) => reportError(error, { title: failedWords(settings.map(({ key }) => key)) }));
    underWay -= 1;
    // More may have been changed meanwhile.
    if (underWay > 0 || unsaved.size > 0) return;
    saved?.resolve();
    saved = undefined;
  };

  const stopListening = onSettingChange((key, value) => {
    changed.add(key);
    unsaved.set(key, value);
    saved ??= Promise.withResolvers();
    clearTimeout(timer);
    timer = setTimeout(() => void save(), quietMs);
  });

  // Who changes something and reloads or leaves at once would find it undone by the server's copy.
  const leave = () => {
    if (timer) void save();
  };
  window.addEventListener('pagehide', leave);

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
    if (timer) void save();
  };
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
