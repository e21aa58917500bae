import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const hasProc = existsSync('/proc/self/stat');

interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  zombie: boolean;
  /** Ticks since boot on Linux; null where only `ps` tells. */
  started: string | null;
}

/**
 * Tells a process from a later one with the same number; null when there is none (a zombie counts as none). The runner
 * computes the same text (runner/processes.py).
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (hasProc) {
    const row = await readRow(pid);
    return row === null || row.zombie ? null : `${await bootId()}/${row.started}`;
  }
  const answer = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null);
  return answer?.stdout.trim() || null;
}

/** Names this start of the machine, or of the container; an identity of another start begins with another text. */
export async function bootId(): Promise<string> {
  if (!hasProc) return '';
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  return `${boot}.${(await readRow(1))?.started ?? ''}`;
}

/**
 * The live processes of a task: the leader's session and group, all descendants of these, and whoever carries the task's
 * run folder in its environment (that finds processes that made a session of their own and lost their parent).
 */
export async function taskProcesses(task: { leader: number | null; runDir: string }): Promise<number[]> {
  const rows = (await allRows()).filter((row) => !row.zombie && row.pid !== process.pid);
  const parents = new Map(rows.map((row) => [row.pid, row.parent]));
  const marker = `DET_RUN_DIR=${task.runDir}`;
  const members = new Set<number>();
  for (const row of rows) {
    const ofLeader =
      task.leader !== null && (row.pid === task.leader || row.session === task.leader || row.group === task.leader);
    if (ofLeader || (hasProc && (await carries(row.pid, marker)))) members.add(row.pid);
  }
  for (const row of rows) {
    let above = row.parent;
    for (let depth = 0; depth < 64 && above > 1; depth++) {
      if (members.has(above)) {
        members.add(row.pid);
        break;
      }
      above = parents.get(above) ?? 0;
    }
  }
  return [...members];
}

/** SIGKILL to all processes of a task but `spare`, again and again until a look finds none or the time is over. */
export async function killTaskProcesses(
  task: { leader: number | null; runDir: string },
  spare: number | null,
  milliseconds: number,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const found = (await taskProcesses(task)).filter((pid) => pid !== spare);
    if (found.length === 0) return true;
    for (const pid of found) signalProcess(pid, 'SIGKILL');
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** False when there is no such process any more. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function carries(pid: number, marker: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return environment.split('\0').includes(marker);
}

async function allRows(): Promise<ProcessRow[]> {
  if (!hasProc) {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=']);
    return stdout.split('\n').flatMap((line) => {
      const [pid, parent, group, state] = line.trim().split(/\s+/);
      if (!pid || !parent || !group) return [];
      // macOS shows no session ids; tasks are found by group and descent there.
      return [
        {
          pid: Number(pid),
          parent: Number(parent),
          group: Number(group),
          session: -1,
          zombie: state?.startsWith('Z') === true,
          started: null,
        },
      ];
    });
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(pids.map((pid) => readRow(Number(pid))));
  return rows.filter((row) => row !== null);
}

async function readRow(pid: number): Promise<ProcessRow | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The command's name stands in brackets and may hold anything, brackets too.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    started: fields[19] ?? null,
  };
}
