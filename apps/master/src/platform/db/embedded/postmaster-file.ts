import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { liveProcess, type ProcessInfo } from './process-table.ts';

/** PostgreSQL's own lock file in the cluster: pid, data folder, start time, port, socket folder, address, memory key, status. */
export interface Postmaster {
  process: ProcessInfo;
  socket: string;
  ready: boolean;
}

/**
 * The server that runs on this cluster, if one does. A lock file whose process is gone, is a zombie or is something
 * else by now (a pid is used again) counts for nothing, though PostgreSQL itself would refuse to start because of it.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const info = liveProcess(Number(lines[0]));
  if (!info?.command.includes('postgres') || !info.command.includes(cluster)) return undefined;
  return { process: info, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** Only after `runningPostmaster` has found none. */
export function removeStaleLocks(cluster: string, socket: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  rmSync(join(socket, '.s.PGSQL.5432'), { force: true });
  rmSync(join(socket, '.s.PGSQL.5432.lock'), { force: true });
}
