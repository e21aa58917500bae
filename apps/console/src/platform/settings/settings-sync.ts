import { getUserSettingRoute, postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { client } from '#platform/api/client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { adoptSetting, onSettingChange } from './settings.ts';

/** The place of the console's own settings among a user's. */
export const settingsPath = 'console';
const quietMs = 200;

/**
 * Keeps the browser's settings and the server's copy alike: the server's is read at the start and wins, the reader's
 * changes are saved as soon as they rest. Returns the way to stop.
 */
export function startSettingsSync(): () => void {
  const unsaved = new Map<string, unknown>();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const save = (more = {}) => {
    clearTimeout(timer);
    const settings = [...unsaved].map(([key, value]) => ({
      key,
      storagePath: settingsPath,
      value: JSON.stringify(value),
    }));
    unsaved.clear();
    timer = undefined;
    client
      .call(postUserSettingRoute, { settings }, more)
      .catch((error) => reportError(error, { title: failedWords(settings.map(({ key }) => key)) }));
  };

  const stopListening = onSettingChange((key, value) => {
    changed.add(key);
    unsaved.set(key, value);
    clearTimeout(timer);
    timer = setTimeout(() => save(), quietMs);
  });

  // Who changes something and reloads or leaves at once would find it undone by the server's copy.
  const leave = () => {
    if (timer) save({ keepalive: true });
  };
  window.addEventListener('pagehide', leave);

  client
    .call(getUserSettingRoute, {})
    .then(({ settings }) => {
      if (stopped) return;
      for (const setting of settings) {
        // What was changed while the answer was under way is newer than the answer.
        if (setting.storagePath !== settingsPath || changed.has(setting.key)) continue;
        const value = parse(setting.value);
        if (value !== undefined) adoptSetting(setting.key, value);
      }
    })
    .catch((error) => reportError(error, { title: 'Unable to fetch user settings, try refreshing.' }));

  return () => {
    stopped = true;
    stopListening();
    window.removeEventListener('pagehide', leave);
    if (timer) save();
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
