import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What is known of a live process. `started` tells two processes with the same pid apart. */
export interface ProcessInfo {
  pid: number;
  command: string;
  started: string;
}

/** A process that runs; zombies count as gone, since a container's pid 1 may reap them late. */
export function liveProcess(pid: number): ProcessInfo | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): ProcessInfo | undefined {
  try {
    // The name in parentheses may hold spaces and parentheses itself; fields are counted after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    return { pid, command, started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessInfo | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const match = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/s.exec(line);
    if (!match || match[1]?.startsWith('Z')) return undefined;
    return { pid, command: match[3] ?? '', started: match[2] ?? '' };
  } catch {
    return undefined;
  }
}

/** Processes whose working folder is the given one: every PostgreSQL process stands in its data folder (Linux only). */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && liveProcess(pid) !== undefined;
      } catch {
        return false;
      }
    });
}

/** True when the process was there to be signalled. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
