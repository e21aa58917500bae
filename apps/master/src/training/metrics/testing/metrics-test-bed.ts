import { attachBus, Bus } from '#platform/bus/bus.ts';
import type { DatabaseConnection } from '#platform/db/connect.ts';
import type { Db } from '#platform/db/database.ts';
import { startTestDatabase } from '#platform/db/testing/test-database.ts';
import { storeOf } from '../metric-keeper.ts';
import { MetricWriter } from '../metric-writer.ts';
import { isoOf } from '../report-time.ts';
import type { JsonValue, MetricValues } from '../shared/metric-values.ts';
import { makeUnmanaged } from './make-unmanaged.ts';

/** A database with a writer of its own, and what tests of metrics need besides. */
export interface MetricsTestBed {
  db: Db;
  connection: DatabaseConnection;
  writer: MetricWriter;
  /** An unmanaged experiment with so many trials; the metric is `loss`, smaller is better. */
  makeTrials(count: number, searcherType?: string): Promise<{ experimentId: number; trialIds: number[] }>;
  report(trialId: number, group: string, steps: number, values: MetricValues, more?: ReportOptions): Promise<void>;
  close(): Promise<void>;
}

interface ReportOptions {
  runId?: number;
  batchMetrics?: JsonValue[];
  time?: string;
}

/** A writer as another master would have it: same database, memory of its own. */
export function makeWriter(db: Db): MetricWriter {
  return new MetricWriter(
    db,
    storeOf(db, () => new Date().toISOString()),
    () => {},
  );
}

export async function startMetricsTestBed(): Promise<MetricsTestBed> {
  const database = await startTestDatabase();
  const connection = await database.connect();
  const { db } = connection;
  attachBus(
    db,
    new Bus((error) => {
      throw error;
    }),
  );
  const writer = makeWriter(db);
  let clock = 1_795_265_168_000_000;
  return {
    db,
    connection,
    writer,
    makeTrials: async (count, searcherType = 'single') => {
      const { experimentId, trials } = await makeUnmanaged(db, { trials: count, searcherType });
      return { experimentId, trialIds: trials.map((trial) => trial.id) };
    },
    report: (trialId, group, steps, values, { runId = 0, batchMetrics, time } = {}) => {
      clock += 1_000_001;
      return writer.write({
        trialId,
        runId,
        group,
        steps,
        time: time ?? isoOf(clock),
        values,
        batchMetrics: batchMetrics ?? null,
        taskId: null,
      });
    },
    close: async () => {
      await connection.close();
      await database.drop();
    },
  };
}
