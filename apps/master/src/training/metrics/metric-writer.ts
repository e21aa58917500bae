import type { ApiError } from '@determined/contract/errors.ts';
import { isTransient } from '#platform/db/connect.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { validationGroup } from './shared/metric-values.ts';
import type { IncomingReport } from './store-reports.ts';

interface Waiting {
  report: IncomingReport;
  resolve(): void;
  reject(error: unknown): void;
}

export interface Store {
  /** Some reports in one transaction; for each nothing or why it is refused. */
  together(tx: Tx, reports: readonly IncomingReport[]): Promise<(ApiError | undefined)[]>;
  /** A single one in one statement; false when it has to go the other way. */
  alone(report: IncomingReport): Promise<boolean>;
}

const largestBatch = 256;
/** How long a transaction waits for as many reports as the ones before it had. */
const gatherMs = 4;

/**
 * Group commit: reports that arrive while a transaction runs go into the next one together, and each is acknowledged
 * when its transaction is committed. A transaction is worth a short wait for the senders that the last one has just
 * answered: otherwise the first of them would start one alone and the others would stand behind it. Validations have a queue of their own, because they wait for the experiment.
 */
export class MetricWriter {
  private readonly db: Db;
  private readonly store: Store;
  private readonly onStored: (reports: readonly IncomingReport[]) => void;
  private readonly lanes = [new Lane(), new Lane()];

  constructor(db: Db, store: Store, onStored: (reports: readonly IncomingReport[]) => void) {
    this.db = db;
    this.store = store;
    this.onStored = onStored;
  }

  /** Resolves once the report is committed; rejects with the refusal. */
  write(report: IncomingReport): Promise<void> {
    const lane = this.lanes[report.group === validationGroup ? 1 : 0] as Lane;
    return new Promise((resolve, reject) => {
      lane.waiting.push({ report, resolve, reject });
      if (lane.waiting.length >= lane.expected) lane.gathered?.();
      if (lane.busy) return;
      lane.busy = true;
      void this.drain(lane);
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.lanes.some((lane) => lane.busy)) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private async drain(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      await lane.gather();
      const batch = lane.waiting.splice(0, largestBatch);
      lane.expected = Math.max(batch.length, Math.floor(lane.expected * 0.9));
      await this.commit(batch);
      // The senders just answered get a turn to send again.
      await new Promise(setImmediate);
    }
    lane.busy = false;
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    const reports = batch.map(({ report }) => report);
    let refusals: (ApiError | undefined)[];
    try {
      const [only] = reports;
      const stored = only !== undefined && reports.length === 1 && (await this.store.alone(only));
      refusals = stored ? [] : await inTransaction(this.db, (tx) => this.store.together(tx, reports));
    } catch (error) {
      // One report's trouble (such as a hook that throws) must not cost the others theirs; the database's is everybody's.
      if (batch.length === 1 || isTransient(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.commit([one]);
      return;
    }
    batch.forEach(({ resolve, reject }, index) => {
      const refusal = refusals[index];
      if (refusal) reject(refusal);
      else resolve();
    });
    this.onStored(reports.filter((_, index) => refusals[index] === undefined));
  }
}

class Lane {
  busy = false;
  waiting: Waiting[] = [];
  /** Reports that a transaction has had lately. */
  expected = 1;
  gathered: (() => void) | undefined;

  async gather(): Promise<void> {
    if (this.waiting.length >= this.expected) return;
    const enough = new Promise<void>((resolve) => {
      this.gathered = resolve;
    });
    const timer = setTimeout(() => this.gathered?.(), gatherMs);
    await enough;
    clearTimeout(timer);
    this.gathered = undefined;
  }
}
