import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';
import { liveProcess } from './process-table.ts';

/** One supervisor a data folder: a second one would stop the server from under the first. Gives the release. */
export function lockFolder(home: string): () => void {
  const file = join(home, 'supervisor.json');
  const own = { pid: process.pid, started: liveProcess(process.pid)?.started ?? '' };
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(own));
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(mine, file)) return () => rmSync(file, { force: true });
      const holder = readHolder(file);
      // The same process may hold it twice (two masters in one test): that is refused as well.
      if (holder && liveProcess(holder.pid)?.started === holder.started) {
        throw new DatabaseStartError(
          `${home} is in use by another master (process ${holder.pid}); stop it or choose another data folder.`,
        );
      }
      rmSync(file, { force: true });
    }
    throw new DatabaseStartError(`${home} could not be locked.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): { pid: number; started: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string };
  } catch {
    return undefined;
  }
}
