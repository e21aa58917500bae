import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process as /proc shows it; zombies are left out. */
export interface SeenProcess {
  pid: number;
  parent: number;
  command: string;
  environment: string[];
  folder: string;
}

export function allProcesses(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => seen(Number(name)) ?? []);
}

export function childrenOf(parent: number): SeenProcess[] {
  return allProcesses().filter((process) => process.parent === parent);
}

/** False when there is no such process any more. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function seen(pid: number): SeenProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; fields are counted after it.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return {
      pid,
      parent: Number(parent),
      command: words(`/proc/${pid}/cmdline`).join(' '),
      environment: words(`/proc/${pid}/environ`),
      folder: readlinkSync(`/proc/${pid}/cwd`),
    };
  } catch {
    return undefined;
  }
}

function words(file: string): string[] {
  return readFileSync(file, 'latin1').split('\0').filter(Boolean);
}
