import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian-packages.mjs';

/** The browser of the browser tests: this machine's Chromium, installed by apt-get when there is none. */
export async function ensureChromium({ env }) {
  const there = find(env.PATH);
  if (there) return there;
  await installDebianPackages(['chromium'], 'the browser tests need Chromium');
  const installed = find(env.PATH);
  if (!installed) throw new Error('Chromium was installed, but there is no program chromium on the PATH.');
  return installed;
}

function find(path) {
  for (const folder of path.split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
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
