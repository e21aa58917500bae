import type { Client } from 'pg';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Log } from '#platform/log.ts';
import { pause } from '#platform/pause.ts';

/** Key of the advisory lock that the leading master holds on its own connection. */
const leaderLock = 0x44455431;

/** Thrown by a transaction of a leader that another one has replaced. */
export class LeadershipLost extends Error {
  constructor() {
    super('another master leads now');
  }
}

/**
 * One master at a time drives queue, searchers and launchers. It holds an advisory lock on a connection of its own
 * and works under an epoch: each engine transaction checks that its epoch is still the newest, so that a leader that
 * was paused cannot write after it was replaced.
 */
export class Leader {
  private epoch: number | undefined;
  private client: Client | undefined;
  private readonly db: Db;
  private readonly connect: () => Promise<Client>;
  private readonly log: Log;

  constructor(db: Db, connect: () => Promise<Client>, log: Log) {
    this.db = db;
    this.connect = connect;
    this.log = log;
  }

  get leading(): boolean {
    return this.epoch !== undefined;
  }

  /** Waits (polling once a second) until this master leads or `signal` is aborted; `lost` is called if it ends. */
  async lead(signal: AbortSignal, lost: () => void): Promise<boolean> {
    while (!signal.aborted) {
      try {
        if (await this.tryLead(lost)) return true;
      } catch (error) {
        this.log.warn({ err: error }, 'could not ask for the leader lock');
      }
      await pause(1000, signal);
    }
    return false;
  }

  async release(): Promise<void> {
    this.epoch = undefined;
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** A transaction of the engine: ends with LeadershipLost when another master has taken over. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const epoch = this.epoch;
    if (epoch === undefined) throw new LeadershipLost();
    return inTransaction(this.db, async (tx) => {
      const present = tx.selectFrom('leader_epoch').select('epoch');
      const [row] = await lockRows(tx, 'leader', present, { to: 'keep', key: 'epoch' });
      if (Number(row?.epoch) !== epoch) throw new LeadershipLost();
      return work(tx);
    });
  }

  private async tryLead(lost: () => void): Promise<boolean> {
    const client = await this.connect();
    // A connection that breaks may say so more than once, and an error nobody listens to ends the process.
    const onEnd = () => {
      if (this.client !== client) return;
      this.client = undefined;
      this.epoch = undefined;
      lost();
    };
    client.on('error', onEnd);
    client.on('end', onEnd);
    try {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [leaderLock]);
      if (rows[0]?.got) {
        // On the connection that holds the lock: whoever lost that raises no epoch.
        const raised = await client.query<{ epoch: string }>(
          'update leader_epoch set epoch = epoch + 1 returning epoch',
        );
        this.client = client;
        this.epoch = Number(raised.rows[0]?.epoch);
        return true;
      }
    } catch (error) {
      // The lock goes with its connection: kept open, it would keep everybody from leading.
      await client.end().catch(() => undefined);
      throw error;
    }
    await client.end();
    return false;
  }
}
