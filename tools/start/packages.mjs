import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './exclusively.mjs';
import { cache, Refusal, repository } from './repository.mjs';
import { runQuietly } from './run-quietly.mjs';
import { step } from './steps.mjs';

const wanted = 24;
const unfinished = join(cache, 'install.unfinished');

/** Installs the npm packages when what lies in node_modules is not what the lock file says. */
export async function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 12)) {
    throw new Refusal(
      `This needs Node.js 20.12 or newer to start with; this is ${process.versions.node}. It brings the rest itself.`,
    );
  }
  if (installed()) return;
  await exclusively('install', async () => {
    if (installed()) return;
    // Not `npm ci`: it refuses a lock file that leaves out optional packages of other platforms, which is how npm writes it
    // when a registry has not got them all. Versions and checksums come from the lock file all the same.
    await step('Packages (npm install)', async () => {
      // npm takes what an interrupted install has half unpacked for whole.
      if (existsSync(unfinished)) rmSync(join(repository, 'node_modules'), { recursive: true, force: true });
      writeFileSync(unfinished, '');
      try {
        await npm(['install', '--no-save', '--no-audit', '--no-fund', '--include=dev', '--include=optional']);
      } catch (error) {
        throw new Refusal(`The packages could not be installed: ${error.message}`);
      }
      rmSync(unfinished);
    });
  });
}

/** npm writes down what it installed when it is through; compared with the lock file this also sees an interrupted install. */
function installed() {
  const have = readLock(join(repository, 'node_modules', '.package-lock.json'));
  const want = readLock(join(repository, 'package-lock.json'));
  if (!have || !want) return false;
  return Object.entries(want).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const there = have[path];
    // Optional packages of other platforms are never there.
    if (!there) return entry.optional === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

export function npm(args, cwd = repository) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  // Interrupted, npm would first undo what it has done, which takes longer than doing it.
  return runQuietly(program, [...first, ...args], { cwd, graceMs: 500 });
}

/** The Node.js that runs the product: this one if it is new enough, else the one among the packages. */
export function productNode() {
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const path = join(repository, 'node_modules', name, 'bin', 'node');
  try {
    readFileSync(join(repository, 'node_modules', name, 'package.json'));
    return path;
  } catch {
    throw new Refusal(
      `This needs Node.js ${wanted} or newer; this is ${process.versions.node}, and for ${process.platform} ${process.arch} no newer one comes with the packages. Install Node.js ${wanted}.`,
    );
  }
}
