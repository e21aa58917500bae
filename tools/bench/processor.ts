import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { BenchMaster } from './figure.ts';

/** User and system time of a process as Linux counts it, a hundred ticks a second; 0 for one that is gone. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return fields.length === 0 ? 0 : (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Of those of its children that have ended. */
function childrenSeconds(pid: number): number {
  const fields = statOf(pid);
  return fields.length === 0 ? 0 : (Number(fields[13]) + Number(fields[14])) / 100;
}

/** What stands behind the name of the program, its state first. */
function statOf(pid: number): string[] {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) ? (readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? []) : [];
}

/** What a process has in memory, all its threads with it, in MB. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

export interface ProcessorTime {
  /** Seconds. */
  master: number;
  database: number;
}

/** What the master and all processes of its database have needed so far. */
export async function processorTime({ pid, db }: BenchMaster): Promise<ProcessorTime> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  const postmaster = Number(statOf(rows[0]?.pid ?? 0)[1] ?? 0);
  return {
    master: processorSeconds(pid),
    // Workers that a query was shared with have ended with it.
    database: rows.reduce((sum, backend) => sum + processorSeconds(backend.pid), childrenSeconds(postmaster)),
  };
}

/** Until then code is compiled and statements are prepared, as they are in a server that people work with. */
const warmUp = { fewestCalls: 5, seconds: 2 };
const leastTicks = 0.3;
const fewest = 3;
const most = 100;

/** Processor milliseconds of one call, server and database, over as many as make the clock's ticks small. */
export async function processorMs(master: BenchMaster, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const isWarm = (calls: number) => calls >= warmUp.fewestCalls && performance.now() - began >= warmUp.seconds * 1000;
  for (let calls = 0; !isWarm(calls); calls += 1) await call();
  const before = await processorTime(master);
  for (let calls = 1; ; calls += 1) {
    await call();
    if (calls < fewest) continue;
    const now = await processorTime(master);
    const seconds = now.master + now.database - before.master - before.database;
    if (seconds >= leastTicks || calls === most) return (seconds * 1000) / calls;
  }
}

/** What a fixed piece of work takes on this processor: figures of two machines compare by it. */
export function calibrationMs(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    let sum = 0;
    for (let at = 0; at < 20_000_000; at += 1) sum = (sum + at * 31) % 1_000_003;
    const { user, system } = process.cpuUsage(before);
    return sum < 0 ? 0 : (user + system) / 1000;
  });
  return Math.min(...times);
}
