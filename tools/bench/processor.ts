import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { BenchMaster } from './figure.ts';

/** User and system time of a process as Linux counts it, a hundred ticks a second; 0 for one that is gone. */
export function processorSeconds(pid: number): number {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return 0;
  const fields = readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export interface ProcessorTime {
  /** Seconds. */
  master: number;
  database: number;
}

/** What the master and all processes of its database have needed so far. */
export async function processorTime({ pid, db }: BenchMaster): Promise<ProcessorTime> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  return {
    master: processorSeconds(pid),
    database: rows.reduce((sum, backend) => sum + processorSeconds(backend.pid), 0),
  };
}
