import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './exclusively.mjs';
import { Refusal, repository } from './repository.mjs';
import { runQuietly } from './run-quietly.mjs';
import { step } from './steps.mjs';

const ofAll = ['package-lock.json', 'tools/start/build.mjs'];

/**
 * Builds an app into `apps/NAME/dist` unless what lies there was made from these very sources. `bundler` are the arguments
 * of Node that build into the folder named behind them.
 */
export async function ensureBuilt(node, { app, sources, bundler }) {
  const home = join(repository, 'apps', app);
  const built = join(home, 'dist');
  const stampFile = join(built, '.sources');
  const stamp = sourcesStamp([...ofAll, ...sources]);
  const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isFresh()) return;
  await exclusively(app, async () => {
    if (isFresh()) return;
    const title = app[0].toUpperCase() + app.slice(1);
    await step(`${title} (build)`, async () => {
      const half = `${built}.half`;
      rmSync(half, { recursive: true, force: true });
      try {
        await runQuietly(node, [...bundler, half], { cwd: home });
      } catch (error) {
        throw new Refusal(`The ${app} could not be built: ${error.message}`);
      }
      writeFileSync(join(half, '.sources'), stamp);
      rmSync(built, { recursive: true, force: true });
      renameSync(half, built);
    });
  });
}

function sourcesStamp(sources) {
  const hash = createHash('sha256');
  for (const source of sources) add(hash, join(repository, source));
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
