import { statfs } from 'node:fs/promises';
import { type Master, perMaster } from './master.ts';
import { pause } from './pause.ts';

const lookEveryMs = 5_000;
/** The embedded database takes room 16 MiB at a time; below twice that it fails at any moment. */
const fullBelow = 32 * 1024 * 1024;

/** Whether there is room left where this master stores. */
export const diskRoom = perMaster(() => ({ full: false }));

/** Looks after the disks of these folders until the master stops; says once that one is full, and once that it is not any more. */
export function watchDisk(master: Master, folders: string[]): void {
  const room = diskRoom(master);
  const look = async () => {
    const full = (await Promise.all(folders.map(isFull))).indexOf(true);
    if (full !== -1 && !room.full)
      master.log.error(`the disk of ${folders[full]} is full: nothing is stored until there is room`);
    if (full === -1 && room.full) master.log.info('there is room on the disk again');
    room.full = full !== -1;
  };
  const turns = async () => {
    while (!master.stopping.aborted) {
      await look();
      await pause(lookEveryMs, master.stopping);
    }
  };
  const ended = turns();
  master.onStop(() => ended);
}

/** What cannot be looked at says so where it is used. */
async function isFull(folder: string): Promise<boolean> {
  const seen = await statfs(folder).catch(() => undefined);
  return seen !== undefined && seen.bavail * seen.bsize < fullBelow;
}

/** True for the failure of a write that found no room. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
