import { randomUUID } from 'node:crypto';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { startTaskSessions } from '@determined/master/identity/sessions/shared/session-store.ts';
import { sql } from 'kysely';
import type { BenchMaster } from './figure.ts';

/** A trial as it stands while its task runs: nothing but the bench holds its token. */
export interface RunningTrial {
  trialId: number;
  taskId: string;
  allocationId: string;
  token: string;
}

export interface RunningTrials {
  experimentId: number;
  trials: RunningTrial[];
}

export const runId = 1;

/** An experiment made by the call, and trials of it that run, put in the database: the master has no slots to start them. */
export async function startTrials(master: BenchMaster, count: number): Promise<RunningTrials> {
  const { db } = master;
  const { experiment } = await master.client.call(createExperimentRoute, {
    config: `name: bench
entrypoint: python3 train.py
searcher: {name: random, max_trials: ${count}, metric: loss, smaller_is_better: true}
hyperparameters: {learning_rate: {type: double, minval: 0.001, maxval: 0.1}}
resources: {slots_per_trial: 0}
`,
    activate: false,
  });
  const experimentId = experiment?.id ?? 0;
  const jobId = experiment?.jobId ?? '';
  await db.updateTable('experiments').set({ state: 'ACTIVE' }).where('id', '=', experimentId).execute();
  const trials: RunningTrial[] = [];
  for (let index = 0; index < count; index++) {
    const { id } = await db
      .insertInto('trials')
      .values({
        experiment_id: experimentId,
        state: 'ACTIVE',
        hparams: '{"learning_rate": 0.01}',
        run_id: runId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const taskId = `${experimentId}.${randomUUID()}`;
    const allocationId = `${taskId}.1`;
    await db.insertInto('tasks').values({ id: taskId, type: 'TRIAL', job_id: jobId }).execute();
    await db.insertInto('trial_tasks').values({ task_id: taskId, trial_id: id }).execute();
    await db
      .insertInto('allocations')
      .values({
        id: allocationId,
        task_id: taskId,
        state: 'RUNNING',
        slots: 1,
        preemption_timeout: 3600,
        resource_pool: 'default',
      })
      .execute();
    await db
      .insertInto('allocation_places')
      .values({
        allocation_id: allocationId,
        rank: 0,
        manager: 'default',
        agent_id: 'bench',
        slot_ids: [0],
        container_id: allocationId,
        state: 'RUNNING',
      })
      .execute();
    const sessions = await db.transaction().execute((tx) =>
      startTaskSessions(tx, experiment?.userId ?? 0, {
        allocationId,
        taskId,
        of: { kind: 'experiment', id: String(experimentId) },
        own: [{ kind: 'trial', id: String(id) }],
      }),
    );
    trials.push({ trialId: id, taskId, allocationId, token: sessions.allocation });
  }
  return { experimentId, trials };
}

/** The trials and their tasks have ended: what they reported is sealed in the background from now on. */
export async function endTrials({ db }: BenchMaster, { experimentId, trials }: RunningTrials): Promise<void> {
  const ids = trials.map(({ trialId }) => trialId);
  await sql`update allocations set state = 'TERMINATED', end_time = now()
    where task_id in (select task_id from trial_tasks where trial_id = any(${ids}::integer[]))`.execute(db);
  await sql`update tasks set end_time = now() - interval '1 minute'
    where id in (select task_id from trial_tasks where trial_id = any(${ids}::integer[]))`.execute(db);
  await sql`update trials set state = 'COMPLETED', end_time = now() where id = any(${ids}::integer[])`.execute(db);
  await sql`update experiments set state = 'COMPLETED', end_time = now() where id = ${experimentId}`.execute(db);
}

/** Bytes that tables take with their indexes and what they keep beside their rows. */
export async function bytesOf({ db }: BenchMaster, tables: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const table of tables) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
    const size = await sql<{ size: number }>`select pg_total_relation_size(${table}::regclass)::int8 as size`.execute(
      db,
    );
    bytes += size.rows[0]?.size ?? 0;
  }
  return bytes;
}

export async function countOf({ db }: BenchMaster, table: string, of = sql`true`): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${of}`.execute(db);
  return found.rows[0]?.count ?? 0;
}
