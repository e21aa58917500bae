import { notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { AllocationRow } from '../../tasks/allocations/shared/allocation-row.ts';
import type { TaskKind, TaskLaunch } from '../../tasks/shared/task-kind.ts';
import { latestCheckpoint } from '../checkpoints/shared/best-checkpoint.ts';
import { trialAllocationExited, trialName } from './shared/trial-life.ts';

/** How trials are named, launched and followed up; registered as the task kind TRIAL. */
export function trialTaskKind(master: Master): TaskKind {
  return {
    describe: async (db, taskId) => trialName((await trialOfTask(db, taskId)).trial),
    launch: (db, allocation) => trialLaunch(db, allocation),
    exited: (tx, allocation, exit) => trialAllocationExited(master, tx, allocation, exit),
  };
}

/** Variables of a trial. Facts: trial runtime 2.2. */
async function trialLaunch(db: Db, allocation: AllocationRow): Promise<TaskLaunch> {
  const { trial, experiment } = await trialOfTask(db, allocation.task_id);
  const owner = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', experiment.owner_id)
    .executeTakeFirstOrThrow();
  const definition = await db
    .selectFrom('experiment_model_definitions')
    .select('archive')
    .where('experiment_id', '=', experiment.id)
    .executeTakeFirst();
  const latest = await latestCheckpoint(db, trial.id);
  const checkpoint = latest?.uuid ?? trial.warm_start_checkpoint_uuid;
  // Checked when the experiment was created.
  const config = experiment.config as { environment?: { environment_variables?: { cpu?: string[] } } };
  return {
    environment: {
      DET_EXPERIMENT_ID: String(experiment.id),
      DET_TRIAL_ID: String(trial.id),
      DET_TRIAL_RUN_ID: String(trial.run_id),
      DET_TRIAL_SEED: String(trial.seed),
      DET_EXPERIMENT_CONFIG: JSON.stringify(experiment.config),
      DET_HPARAMS: JSON.stringify(trial.hparams),
      DET_STEPS_COMPLETED: String(latest?.steps ?? 0),
      ...(checkpoint ? { DET_LATEST_CHECKPOINT: checkpoint } : {}),
      ...userVariables(config.environment?.environment_variables?.cpu),
    },
    // The harness starts what the configuration names.
    entrypoint: [],
    context: definition?.archive,
    owner,
  };
}

/** `NAME=value` texts; a bare name is the empty value. */
function userVariables(list: string[] = []): Record<string, string> {
  return Object.fromEntries(
    list.map((text) => {
      const at = text.indexOf('=');
      return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

async function trialOfTask(db: Db, taskId: string) {
  const trial = await db
    .selectFrom('tasks')
    .innerJoin('trials', 'trials.id', 'tasks.trial_id')
    .selectAll('trials')
    .where('tasks.id', '=', taskId)
    .executeTakeFirst();
  if (!trial) throw notFound('task', taskId);
  const experiment = await db
    .selectFrom('experiments')
    .selectAll()
    .where('id', '=', trial.experiment_id)
    .executeTakeFirstOrThrow();
  return { trial, experiment };
}
