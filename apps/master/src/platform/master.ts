import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock.ts';
import type { MasterConfig } from './config/master-config.ts';
import type { Db } from './db/database.ts';
import type { Log, RecentLog } from './log.ts';

/** What every part of a running master is given. Slices hang their own state on it by `perMaster`. */
export interface Master {
  config: MasterConfig;
  db: Db;
  bus: Bus;
  clock: Clock;
  log: Log;
  recentLog: RecentLog;
  /** Stable for the life of the data; part of paths that tasks write to. */
  clusterId: string;
  /** New at each start. */
  masterId: string;
  /** Address under which programs on this machine reach the master; set once it listens. */
  address: string;
  /** Where tasks reach a master: this one first, then others over the same database. Set with `address`. */
  advertised: readonly string[];
  /** Aborted when the master stops; background loops end on it. */
  stopping: AbortSignal;
  /** Work to finish before the database goes away, last registered first. */
  onStop(work: () => Promise<void> | void): void;
}

/** State that a slice keeps in memory, one per master, made at first use. */
export function perMaster<T>(create: (master: Master) => T): (master: Master) => T {
  const made = new WeakMap<Master, T>();
  return (master) => {
    const known = made.get(master);
    if (known !== undefined) return known;
    const fresh = create(master);
    made.set(master, fresh);
    return fresh;
  };
}
