import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian-packages.mjs';

/** Chromium without windows: a quarter less of the processor than the whole browser takes, started hidden, for the same tests. */
const program = 'chromium-headless-shell';

/** The browser of the browser tests: installed by apt-get when there is none; another Chromium of this machine where that can't be done. */
export async function ensureChromium({ env }) {
  const there = find(env.PATH, [program]);
  if (there) return there;
  try {
    await installDebianPackages([program], 'the browser tests need Chromium');
  } catch (error) {
    const other = find(env.PATH, ['chromium', 'chromium-browser', 'google-chrome']);
    if (!other) throw error;
    return other;
  }
  const installed = find(env.PATH, [program]);
  if (!installed) throw new Error(`Chromium was installed, but there is no program ${program} on the PATH.`);
  return installed;
}

function find(path, names) {
  for (const folder of path.split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}
