import type { Db, Tx } from '#platform/db/database.ts';
import { rootOf } from '#platform/db/transaction.ts';

/**
 * A moment in which slices above the one that defines it take part: in its transaction, so that all of it is committed
 * or nothing. What need not be in the transaction listens to an event instead. docs/decisions/0025-hooks.md
 */
export interface Hook<Args> {
  name: string;
  /** Takes part until the returned function is called. What `work` throws undoes the transaction. */
  on(master: { db: Db }, work: HookWork<Args>): () => void;
  /** Does what was registered for this master, one after the other in the order of registration. */
  run(tx: Tx, args: Args): Promise<void>;
}

type HookWork<Args> = (tx: Tx, args: Args) => Promise<void>;

/** Defined in the `shared/` folder of the slice that runs it. */
export function defineHook<Args>(name: string): Hook<Args> {
  const registered = new WeakMap<Db, Set<HookWork<Args>>>();
  return {
    name,
    on({ db }, work) {
      const works = registered.get(db) ?? new Set();
      registered.set(db, works.add(work));
      return () => works.delete(work);
    },
    async run(tx, args) {
      for (const work of registered.get(rootOf(tx)) ?? []) await work(tx, args);
    },
  };
}
