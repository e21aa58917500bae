import { availableParallelism } from 'node:os';
import { invalidArgument } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { inTransaction, sqlState } from '../db/transaction.ts';
import { FairQueue } from '../fair-queue.ts';
import { perMaster } from '../master.ts';
import { roomToPack } from './compress-reply.ts';
import type { Context } from './context.ts';

/**
 * One for each processor: searches are work for it, and more of them at once take longer each and keep short answers waiting. Two at
 * least, so that one that waits for a lock keeps nobody else's from work, and fewer than the connections.
 */
export const searchesAtOnce = Math.min(8, Math.max(2, availableParallelism()));

const searches = perMaster(() => new FairQueue({ atOnce: searchesAtOnce, waitingEach: 64 }));

/**
 * Reads what a user's own filter, pattern or order asks for: in a transaction that only reads, all of one moment, for no longer than the
 * configuration lets a statement take, a few at the same time, each caller in a line of his own, when there is room to pack an answer.
 * Throws InvalidArgument where it takes longer, ResourceExhausted where his line is too long.
 */
export async function boundedSearch<T>(
  { db, master, user }: Pick<Context, 'db' | 'master' | 'user'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const seconds = master.config.db.search_timeout_seconds;
  try {
    return await searches(master).run(`user ${user.id}`, async () => {
      await roomToPack();
      return inTransaction(db, async (tx) => {
        // A number of the configuration: what sets things takes no parameters. There is a search for each processor already:
        // shared among several, one costs twice as much.
        await sql`${sql.raw(`set transaction isolation level repeatable read, read only;
          set local statement_timeout = ${Math.round(seconds * 1000)}; set local max_parallel_workers_per_gather = 0`)}`.execute(
          tx,
        );
        return work(tx);
      });
    });
  } catch (error) {
    if (sqlState(error) !== queryCanceled) throw error;
    throw invalidArgument(
      `this filter or order takes the database longer than ${seconds} s and was given up: look through less (one project, fewer conditions)`,
    );
  }
}

/** PostgreSQL's code of a statement that took too long. */
export const queryCanceled = '57014';
