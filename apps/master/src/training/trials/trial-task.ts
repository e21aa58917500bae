import type { LauncherSlot } from '@determined/launchers/launcher.ts';
import { sql } from 'kysely';
import type { LogPolicy } from '#platform/config/format/log-policies.ts';
import { withoutIndexLogin } from '#platform/config/format/secrets.ts';
import { userVariables } from '#platform/config/user-variables.ts';
import type { Db } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { AllocationRow } from '../../tasks/shared/allocation-row.ts';
import type { TaskKind, TaskLaunch } from '../../tasks/shared/task-kind.ts';
import { latestCheckpoint } from '../checkpoints/shared/best-checkpoint.ts';
import { failExperiment } from '../life/shared/experiment-life.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { trialAllocationExited, trialName } from '../life/shared/trial-life.ts';
import { trialOf } from '../life/shared/trial-tasks.ts';
import { wholeConfig } from '../life/shared/whole-config.ts';

/** How trials are named, launched and followed up; registered as the task kind TRIAL. */
export function trialTaskKind(master: Master): TaskKind {
  return {
    names: trialNames,
    logPolicies: trialLogPolicies,
    context: trialContext,
    launch: trialLaunch,
    lock: async (tx, taskId) => void (await lockTrial(tx, await trialOf(tx, taskId))),
    exited: async (tx, allocation, exit) => {
      const whole = exit.kind === 'refused' && exit.whole;
      const { experiment } = await lockTrial(tx, await trialOf(tx, allocation.task_id));
      if (whole && (await failExperiment(master, tx, experiment, exit.message))) return;
      await trialAllocationExited(master, tx, allocation, exit);
    },
  };
}

async function trialNames(db: Db, taskIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('trial_tasks as k')
    .innerJoin('trials as t', 't.id', 'k.trial_id')
    .select(['k.task_id', 't.id', 't.experiment_id'])
    .where('k.task_id', '=', (eb) => eb.fn.any(eb.val(taskIds)))
    .execute();
  return new Map(rows.map((row) => [row.task_id, trialName(row)]));
}

async function trialLogPolicies(db: Db, taskId: string): Promise<LogPolicy[]> {
  const row = await db
    .selectFrom('trial_tasks as k')
    .innerJoin('trials as t', 't.id', 'k.trial_id')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select(sql<LogPolicy[] | null>`e.config -> 'log_policies'`.as('policies'))
    .where('k.task_id', '=', taskId)
    .executeTakeFirst();
  return row?.policies ?? [];
}

async function trialContext(db: Db, taskId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('trial_tasks as k')
    .innerJoin('trials as t', 't.id', 'k.trial_id')
    .innerJoin('experiment_model_definitions as d', 'd.experiment_id', 't.experiment_id')
    .select('d.archive')
    .where('k.task_id', '=', taskId)
    .executeTakeFirst();
  return row?.archive;
}

type Device = LauncherSlot['type'];

/** Variables of a trial. Facts: trial runtime 2.2. */
async function trialLaunch(db: Db, allocation: AllocationRow, device: Device): Promise<TaskLaunch> {
  const trial = await db
    .selectFrom('trials')
    .selectAll()
    .where('id', '=', await trialOf(db, allocation.task_id))
    .executeTakeFirstOrThrow();
  const experiment = await db
    .selectFrom('experiments as e')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .select(['e.id', 'e.owner_id', 'e.config', 'e.labels', 'j.priority', 'j.weight', 'j.max_slots', 'j.pool'])
    .where('e.id', '=', trial.experiment_id)
    .executeTakeFirstOrThrow();
  const owner = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', experiment.owner_id)
    .executeTakeFirstOrThrow();
  const latest = await latestCheckpoint(db, trial.id);
  const checkpoint = latest?.uuid ?? trial.warm_start_checkpoint_uuid;
  return {
    environment: {
      DET_EXPERIMENT_ID: String(experiment.id),
      DET_TRIAL_ID: String(trial.id),
      DET_TRIAL_RUN_ID: String(trial.run_id),
      DET_TRIAL_SEED: String(trial.seed),
      DET_EXPERIMENT_CONFIG: JSON.stringify(withoutIndexLogin(wholeConfig(experiment))),
      DET_HPARAMS: JSON.stringify(trial.hparams),
      DET_STEPS_COMPLETED: String(latest?.steps ?? 0),
      ...(checkpoint ? { DET_LATEST_CHECKPOINT: checkpoint } : {}),
      ...userVariables(experiment.config.environment.environment_variables[device]),
    },
    // The harness starts what the configuration names.
    entrypoint: [],
    context: await trialContext(db, allocation.task_id),
    owner,
    of: { kind: 'experiment', id: String(experiment.id) },
    // A run is its trial, under the same id.
    own: [
      { kind: 'trial', id: String(trial.id) },
      { kind: 'run', id: String(trial.id) },
    ],
  };
}
