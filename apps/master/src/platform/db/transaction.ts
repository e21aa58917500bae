import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@determined/contract/errors.ts';
import type { Db, Tx } from './database.ts';

interface Open {
  root: Db;
  afterCommit: (() => void)[];
  afterRollback: (() => void)[];
}

const open = new WeakMap<Db, Open>();

// Serialization failure and deadlock: the server has rolled back and asks to try again.
const repeatable = new Set(['40001', '40P01']);
const attempts = 4;

/** Undoes a transaction, which is then run again: what it had begun with is not true any more. */
export class TryAgain extends Error {
  readonly code = '40001';
}

/**
 * Runs `work` in a transaction, or in the one that `db` is already. A transaction that PostgreSQL rolled back because
 * of another one is run again, so `work` must have no effects outside the database: those go to `afterCommit`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // A Kysely whose `isTransaction` is set is a Transaction.
  if (db.isTransaction) return work(db as Tx);
  for (let attempt = 1; ; attempt++) {
    const state: Open = { root: db, afterCommit: [], afterRollback: [] };
    try {
      const result = await db.transaction().execute((tx) => {
        open.set(tx, state);
        return work(tx);
      });
      for (const effect of state.afterCommit) runEffect(effect);
      return result;
    } catch (error) {
      for (const effect of state.afterRollback) runEffect(effect);
      if (attempt >= attempts || !mayRunAgain(error)) throw error;
      await delay(attempt * 10 * Math.random());
    }
  }
}

/** PostgreSQL has undone it for the sake of another transaction: the same may do well next time. */
export function mayRunAgain(error: unknown): boolean {
  return repeatable.has(sqlState(error) ?? '');
}

/** Registers an effect that happens once the transaction is committed, and never when it is rolled back. */
export function afterCommit(tx: Tx, effect: () => void): void {
  stateOf(tx).afterCommit.push(effect);
}

/** Registers an effect that happens once the transaction is undone, also where it is then run again. */
export function afterRollback(tx: Tx, effect: () => void): void {
  stateOf(tx).afterRollback.push(effect);
}

function stateOf(tx: Tx): Open {
  const state = open.get(tx);
  if (!state) throw new Error('effects need a transaction opened by inTransaction');
  return state;
}

/** The database that a transaction was opened on; any other `Db` is its own root. */
export function rootOf(db: Db): Db {
  return open.get(db)?.root ?? db;
}

/** PostgreSQL's five-character code of an error, for example 23505 for a duplicate. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The commit stands whatever an effect does, so the caller must not see it fail. */
function runEffect(effect: () => void): void {
  try {
    effect();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** It would fail again; anything else is the database's moment of weakness. Classes: PostgreSQL's appendix of errors. */
export function wouldFailAgain(error: unknown): boolean {
  return error instanceof ApiError || /^(?:22|23|42)/.test(sqlState(error) ?? '');
}
