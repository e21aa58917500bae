import { attachBus, Bus } from '#platform/bus/bus.ts';
import type { DatabaseConnection } from '#platform/db/connect.ts';
import type { Db } from '#platform/db/database.ts';
import { startTestDatabase } from '#platform/db/testing/test-database.ts';
import { MetricWriter } from '../metric-writer.ts';
import { isoOf } from '../report-time.ts';
import type { JsonValue, MetricValues } from '../shared/metric-values.ts';
import type { ValidationHook } from '../shared/on-validation.ts';
import { type MetricMemory, storeReports } from '../store-reports.ts';

/** A database with a writer of its own, and what tests of metrics need besides. */
export interface MetricsTestBed {
  db: Db;
  connection: DatabaseConnection;
  writer: MetricWriter;
  hooks: ValidationHook[];
  /** An unmanaged experiment with so many trials; the metric is `loss`, smaller is better. */
  makeTrials(count: number, experiment?: { searcherType?: string; state?: 'ACTIVE' | 'COMPLETED' }): Promise<Made>;
  report(trialId: number, group: string, steps: number, values: MetricValues, more?: ReportOptions): Promise<void>;
  close(): Promise<void>;
}

export interface Made {
  experimentId: number;
  trialIds: number[];
}

interface ReportOptions {
  runId?: number;
  batchMetrics?: JsonValue[];
  time?: string;
}

/** A writer as another master would have it: same database, memory of its own. */
export function makeWriter(db: Db, hooks: readonly ValidationHook[]): MetricWriter {
  const memory: MetricMemory = { states: new Map(), names: new Set() };
  return new MetricWriter(
    db,
    (tx, reports) => storeReports(tx, reports, memory, hooks, new Date().toISOString()),
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
  const owner = await db
    .insertInto('users')
    .values({ username: 'bench', agent_uid: null, agent_gid: null, agent_user: null, agent_group: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const project = await ensureProject(db, owner.id);
  const hooks: ValidationHook[] = [];
  const writer = makeWriter(db, hooks);
  let clock = 1_795_265_168_000_000;
  return {
    db,
    connection,
    writer,
    hooks,
    makeTrials: (count, experiment = {}) => makeTrials(db, owner.id, project, count, experiment),
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

async function ensureProject(db: Db, userId: number): Promise<number> {
  const workspace = await db
    .insertInto('workspaces')
    .values({ name: 'bench', user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const project = await db
    .insertInto('projects')
    .values({ name: 'bench', key: 'BENCH', workspace_id: workspace.id, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return project.id;
}

let jobs = 0;

async function makeTrials(
  db: Db,
  ownerId: number,
  projectId: number,
  count: number,
  { searcherType = 'single', state = 'ACTIVE' }: { searcherType?: string; state?: 'ACTIVE' | 'COMPLETED' },
): Promise<Made> {
  jobs += 1;
  const experiment = await db
    .insertInto('experiments')
    .values({
      job_id: `bench-${process.pid}-${jobs}`,
      owner_id: ownerId,
      project_id: projectId,
      unmanaged: true,
      state,
      config: JSON.stringify({ searcher: { name: searcherType, metric: 'loss', smaller_is_better: true } }),
      original_config: '',
      name: 'bench',
      labels: '[]',
      searcher_type: searcherType,
      searcher_metric: 'loss',
      smaller_is_better: true,
      resource_pool: 'default',
      slots_per_trial: 1,
      max_restarts: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const trials = await db
    .insertInto('trials')
    .values(
      Array.from({ length: count }, (_, index) => ({
        experiment_id: experiment.id,
        state: 'ACTIVE' as const,
        hparams: JSON.stringify({ lr: 0.1 * (index + 1) }),
        summary_metrics: '{}',
        metric_heads: '{}',
      })),
    )
    .returning('id')
    .execute();
  return { experimentId: experiment.id, trialIds: trials.map((trial) => trial.id) };
}
