import type { Db, Tx } from '#platform/db/database.ts';
import { afterCommit, rootOf } from '#platform/db/transaction.ts';

/** A kind of event: declared in the slice that publishes it. */
export interface EventKind<T> {
  name: string;
  /** Only for the type of the payload; never set. */
  payload?: T;
}

export function defineEvent<T>(name: string): EventKind<T> {
  return { name };
}

type Listener = (payload: unknown, event: string) => void;

/** Carries events inside the process. A listener that throws is reported and stops nobody else. */
export class Bus {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly onError: (error: unknown, event: string) => void;

  constructor(onError: (error: unknown, event: string) => void) {
    this.onError = onError;
  }

  /** Listens to one kind of event until the returned function is called. */
  subscribe<T>(kind: EventKind<T>, listener: (payload: T) => void): () => void {
    return this.add(kind.name, listener as Listener);
  }

  /** Listens to every event. */
  subscribeAll(listener: Listener): () => void {
    return this.add('*', listener);
  }

  emit<T>(kind: EventKind<T>, payload: T): void {
    for (const name of [kind.name, '*']) {
      for (const listener of [...(this.listeners.get(name) ?? [])]) {
        try {
          listener(payload, kind.name);
        } catch (error) {
          this.onError(error, kind.name);
        }
      }
    }
  }

  private add(name: string, listener: Listener): () => void {
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set);
    set.add(listener);
    return () => set.delete(listener);
  }
}

const buses = new WeakMap<Db, Bus>();

/** Makes `bus` the one that `publish` uses for transactions of `db`. */
export function attachBus(db: Db, bus: Bus): void {
  buses.set(db, bus);
}

/** Emits the event once the transaction is committed; nothing is emitted when it is rolled back. */
export function publish<T>(tx: Tx, kind: EventKind<T>, payload: T): void {
  const bus = busOf(rootOf(tx));
  afterCommit(tx, () => bus.emit(kind, payload));
}

/** Emits the event at once: for what a statement has done by itself. */
export function announce<T>(db: Db, kind: EventKind<T>, payload: T): void {
  busOf(db).emit(kind, payload);
}

function busOf(db: Db): Bus {
  const bus = buses.get(db);
  if (!bus) throw new Error('no bus is attached to this database');
  return bus;
}
