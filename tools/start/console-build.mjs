import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './exclusively.mjs';
import { Refusal, repository } from './repository.mjs';
import { runQuietly } from './run-quietly.mjs';
import { step } from './steps.mjs';

const home = join(repository, 'apps', 'console');
const built = join(home, 'dist');
const stampFile = join(built, '.sources');
const sources = [
  'src',
  'bundling',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  '../../packages/contract/src',
  '../../docs/manual',
  '../../package-lock.json',
  '../../tools/start/console-build.mjs',
];

/** Builds the console unless what is built was made from these very sources. */
export async function ensureConsole(node) {
  const stamp = sourcesStamp();
  if (isFresh(stamp)) return;
  await exclusively('console', async () => {
    if (isFresh(stamp)) return;
    await step('Console (build)', async () => {
      const half = `${built}.half`;
      rmSync(half, { recursive: true, force: true });
      try {
        await runQuietly(
          node,
          [join(repository, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', half, '--emptyOutDir'],
          { cwd: home },
        );
      } catch (error) {
        throw new Refusal(`The console could not be built: ${error.message}`);
      }
      writeFileSync(join(half, '.sources'), stamp);
      rmSync(built, { recursive: true, force: true });
      renameSync(half, built);
    });
  });
}

function isFresh(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

function sourcesStamp() {
  const hash = createHash('sha256');
  for (const source of sources) add(hash, join(home, source));
  return hash.digest('hex');
}

function add(hash, path) {
  if (!existsSync(path)) return;
  const entries = listing(path);
  if (entries) for (const name of entries) add(hash, join(path, name));
  else if (!/\.test\.tsx?$/.test(path)) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
}

function listing(path) {
  try {
    return readdirSync(path).sort();
  } catch {
    return undefined;
  }
}
