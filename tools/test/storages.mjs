import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from '../start/exclusively.mjs';
import { npm } from '../start/packages.mjs';
import { cache } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { pythonCommand } from './client-python.mjs';

const fromPip = ['moto[s3,server]==5.2.5', 'gcp-storage-emulator==2026.7.19'];
const fromNpm = ['azurite@3.35.0'];

/**
 * Servers that answer as the object stores do that checkpoints may lie in (S3, Google, Azure): made once, in .cache.
 * Gives variables for the tests: their folder, or why it could not be made, with which those tests fail.
 */
export async function ensureStorages() {
  try {
    return { DET_TEST_STORAGES: await exclusively('storages', make) };
  } catch (error) {
    return { DET_TEST_STORAGES_MISSING: error.message };
  }
}

async function make() {
  const name = createHash('sha256')
    .update([...fromPip, ...fromNpm].join())
    .digest('hex')
    .slice(0, 12);
  const folder = join(cache, 'storages', name);
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const python = join(folder, 'python');
  await runQuietly(await pythonCommand(), ['-m', 'venv', python]);
  const quiet = ['--disable-pip-version-check', '--no-input', '--quiet'];
  await runQuietly(join(python, 'bin', 'python3'), ['-m', 'pip', 'install', ...quiet, ...fromPip]);
  await npm(['install', '--prefix', folder, '--no-audit', '--no-fund', ...fromNpm], folder);
  writeFileSync(ready, '');
  return folder;
}
