import type { MetricsWorkload, Trial } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { writtenJson } from '@determined/contract/wire/written-json.ts';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { mapInTurns } from '#platform/turns.ts';
import { bestCheckpoints } from '../../checkpoints/shared/best-checkpoint.ts';
import { shownState, trialAllocationState } from '../../life/shared/shown-state.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';
import { trialVersion, type WrittenTrial, writtenTrials } from './written-trials.ts';

const shownMetrics = [
  'm.total_batches',
  'm.searcher_metric_value',
  sql<string | null>`m.best_validation::text`.as('best_validation'),
  sql<string | null>`m.latest_validation::text`.as('latest_validation'),
] as const;

const shownColumns = [
  'id',
  'experiment_id',
  'start_time',
  'end_time',
  'state',
  'restarts',
  'runner_state',
  'warm_start_checkpoint_uuid',
  'checkpoint_size',
  'checkpoint_count',
  'metadata',
] as const satisfies readonly (keyof TrialRow)[];

interface Joined extends Pick<Selectable<Database['trial_metrics']>, 'total_batches' | 'searcher_metric_value'> {
  version: string;
  /** Text of JSON, as the one below. */
  best_validation: string | null;
  latest_validation: string | null;
  max_restarts: number;
  task_ids: string[];
  log_retention_days: number | null;
  /** Seconds its allocations have run. */
  wall_clock_time: number;
  allocation_state: string | null;
  /** The policy that a line of its log matched last. */
  log_policy_matched: string | null;
}
export type JoinedTrial = Pick<TrialRow, (typeof shownColumns)[number]> & Joined;

/** How many days the logs of its current task are kept, of the trial `t`. */
export const logRetentionDays = sql<number | null>`(
  select k.log_retention_days from trial_tasks o join tasks k on k.id = o.task_id
  where o.trial_id = t.id order by o.sequence desc limit 1)`;

/** The policy that a line of the trial `t`'s log matched last. */
export const logPolicyMatched = sql<string | null>`(
  select l.name from log_policy_matches l join trial_tasks k on k.task_id = l.task_id
  where k.trial_id = t.id and l.name is not null order by k.sequence desc, l.last_line desc limit 1)`;

/** Trials with all that is shown of them but what `writtenTrials` reads, without order or limit. */
export function joinedTrials(db: Db) {
  return db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .select(shownColumns.map((column) => `t.${column}` as const))
    .select(trialVersion.as('version'))
    .select(shownMetrics)
    .select('e.max_restarts')
    .select(
      sql<string[]>`array(select k.task_id from trial_tasks k where k.trial_id = t.id order by k.sequence)`.as(
        'task_ids',
      ),
    )
    .select(logRetentionDays.as('log_retention_days'))
    .select(
      sql<number>`coalesce((
        select sum(extract(epoch from coalesce(a.end_time, now()) - a.start_time)) from allocations a
        join trial_tasks k on k.task_id = a.task_id where k.trial_id = t.id and a.start_time is not null), 0)::float8`.as(
        'wall_clock_time',
      ),
    )
    .select(trialAllocationState.as('allocation_state'))
    .select(logPolicyMatched.as('log_policy_matched'));
}

/** Trials as every call shows them; one that has gone meanwhile is left out. */
export async function trialViews(master: Master, db: Db, rows: readonly JoinedTrial[]): Promise<Input<Trial>[]> {
  const best = await bestCheckpoints(
    db,
    rows.map((row) => row.id),
  );
  const written = await writtenTrials(master, db, rows);
  const views = await mapInTurns(rows, (row) => {
    const texts = written.get(row.id);
    return texts ? [{ ...trialView(row, texts), bestCheckpoint: best.get(row.id) ?? null }] : [];
  });
  return views.flat();
}

/** A trial without its best checkpoint, which is asked for apart. */
export function trialView(row: JoinedTrial, { hparams, summaryMetrics }: WrittenTrial): Input<Trial> {
  return {
    id: row.id,
    experimentId: row.experiment_id,
    startTime: row.start_time,
    endTime: row.end_time,
    state: shownState(row.state, row.allocation_state),
    // A trial that failed for good counts one restart more than it was given.
    restarts: Math.min(row.restarts, row.max_restarts),
    hparams,
    totalBatchesProcessed: row.total_batches,
    bestValidation: validation(row.best_validation),
    latestValidation: validation(row.latest_validation),
    runnerState: row.runner_state,
    wallClockTime: row.wall_clock_time,
    warmStartCheckpointUuid: row.warm_start_checkpoint_uuid ?? '',
    taskId: row.task_ids.at(-1) ?? '',
    taskIds: row.task_ids,
    totalCheckpointSize: row.checkpoint_size,
    checkpointCount: row.checkpoint_count,
    summaryMetrics,
    logRetentionDays: row.log_retention_days ?? undefined,
    metadata: row.metadata ?? undefined,
    logPolicyMatched: row.log_policy_matched ?? undefined,
  };
}

/** What the metric writer put there, by name: its values are as the wire has them, so nobody takes them apart. */
const storedValidation = /^\{"endTime": ?"([^"]*)", ?"metrics": ?(\{.*\}), ?"totalBatches": ?(\d+)\}$/s;

function validation(stored: string | null): Input<MetricsWorkload> | null {
  if (stored === null) return null;
  const [, endTime, metrics, totalBatches] = storedValidation.exec(stored) ?? [];
  if (metrics === undefined) throw new Error(`not a validation as they are stored: ${stored.slice(0, 200)}`);
  return {
    totalBatches: Number(totalBatches),
    endTime: endTime ?? null,
    metrics: { avgMetrics: writtenJson(metrics), batchMetrics: [] },
  };
}
