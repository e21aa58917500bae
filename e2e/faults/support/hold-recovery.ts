import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { MasterProcess } from '../../support/master-process.ts';
import { childrenOf, send } from './process-tree.ts';

export interface HeldRecovery {
  postmaster: number;
  release(): void;
}

/** Writes so much that a recovery takes long enough to be caught. */
export async function makeMuchToRecover(master: MasterProcess): Promise<void> {
  await runSql(master, `create table much as select n, repeat('x', 100) from generate_series(1, 400000) n`);
}

/** In the master's embedded database; the rows that it gives. */
export async function runSql({ dataDir }: MasterProcess, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: join(dataDir, 'postgres/run'), user: 'determined', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits for the next database process after `killed`, and stops the one that recovers. */
export async function holdRecovery(master: MasterProcess, killed: number): Promise<HeldRecovery> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    await delay(1);
    const postmaster = databasePid(master);
    if (postmaster === undefined || postmaster === killed) continue;
    const found = childrenOf(postmaster).find(({ command }) => /startup/.test(command));
    if (found && send(found.pid, 'SIGSTOP')) return { postmaster, release: () => void send(found.pid, 'SIGCONT') };
  }
  throw new Error('no recovery was seen');
}

function databasePid(master: MasterProcess): number | undefined {
  try {
    return master.databasePid();
  } catch {
    return undefined;
  }
}
