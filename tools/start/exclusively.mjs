import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cache, stopped } from './repository.mjs';

const quietWaitMs = 2000;

/** One at a time among all processes of this clone: two `npm test` must not install into the same folder at once. */
export async function exclusively(name, work) {
  const lock = join(cache, `${name}.lock`);
  mkdirSync(cache, { recursive: true });
  const since = performance.now();
  let told = false;
  while (!take(lock)) {
    if (!told && performance.now() - since > quietWaitMs) {
      told = true;
      console.log(`Waiting for process ${read(lock).split(' ')[0]}, which is at the same work (${name}).`);
    }
    await delay(100, undefined, { signal: stopped });
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The lock appears together with its holder's name, so that nobody takes it for one whose holder is gone. */
function take(lock) {
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, holder(process.pid));
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const found = read(lock);
    if (found !== holder(Number(found.split(' ')[0]))) clear(lock, found);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Takes a dead holder's lock away; one that somebody else has taken in the meantime is put back. */
function clear(lock, dead) {
  const aside = `${lock}.${process.pid}.dead`;
  try {
    renameSync(lock, aside);
    if (read(aside) !== dead) linkSync(aside, lock);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** A live process by number and start, else nothing: in a restarted container the numbers are given out again.. */
function holder(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return '';
  }
  // The name in brackets may hold anything; the start is the 20th field after it. Not every system has /proc.
  const stat = read(`/proc/${pid}/stat`);
  return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
