import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { recordAudit } from '../../../identity/audit/shared/record-audit.ts';
import { retainLogs } from '../../../tasks/tasks/shared/task-store.ts';
import { beginDeletion } from '../../deletion/shared/begin-deletion.ts';
import { transitionExperiment } from '../../life/shared/experiment-life.ts';
import { editExperiment } from '../../life/shared/experiment-store.ts';
import type { ExperimentAct } from './attempt-act.ts';
import { moveToProject } from './move-to-project.ts';

const endedStates: readonly ExperimentState[] = ['STATE_COMPLETED', 'STATE_CANCELED', 'STATE_ERROR'];
const liveStates: readonly ExperimentState[] = [
  'STATE_ACTIVE',
  'STATE_PAUSED',
  'STATE_STOPPING_CANCELED',
  'STATE_STOPPING_KILLED',
  'STATE_STOPPING_COMPLETED',
  'STATE_STOPPING_ERROR',
];

export const activate: ExperimentAct = {
  action: 'activate',
  usualStates: ['STATE_PAUSED'],
  act: ({ master, user }, tx, experiment) =>
    transitionExperiment(master, tx, experiment, {
      to: 'ACTIVE',
      reason: 'user requested activation',
      userId: user.id,
    }),
};

export const pause: ExperimentAct = {
  action: 'pause',
  usualStates: ['STATE_ACTIVE'],
  act: ({ master, user }, tx, experiment) =>
    transitionExperiment(master, tx, experiment, { to: 'PAUSED', reason: 'user requested pause', userId: user.id }),
};

export const cancel: ExperimentAct = {
  action: 'cancel',
  usualStates: liveStates,
  act: ({ master, user }, tx, experiment) =>
    transitionExperiment(master, tx, experiment, {
      to: 'STOPPING_CANCELED',
      reason: 'user requested cancellation',
      userId: user.id,
    }),
};

export const kill: ExperimentAct = {
  action: 'kill',
  usualStates: liveStates,
  act: ({ master, user }, tx, experiment) =>
    transitionExperiment(master, tx, experiment, {
      to: 'STOPPING_KILLED',
      reason: 'user requested kill',
      userId: user.id,
    }),
};

export const archive: ExperimentAct = {
  action: 'archive',
  usualStates: endedStates,
  act: (_ctx, tx, experiment) => editExperiment(tx, experiment, { archived: true }),
};

export const unarchive: ExperimentAct = {
  action: 'unarchive',
  usualStates: endedStates,
  act: (_ctx, tx, experiment) => editExperiment(tx, experiment, { archived: false }),
};

export const moveTo = (projectId: number): ExperimentAct => ({
  action: 'move',
  usualStates: [],
  act: (_ctx, tx, experiment) => moveToProject(tx, experiment, projectId),
});

/** `days` as `retentionDays` gives them. */
export const retain = (days: number): ExperimentAct => ({
  action: 'retainLogs',
  usualStates: endedStates,
  act: async (_ctx, tx, experiment) => {
    await editExperiment(tx, experiment, { logRetentionDays: days });
    const tasks = await tx.selectFrom('tasks').select('id').where('job_id', '=', experiment.job_id).execute();
    await retainLogs(
      tx,
      tasks.map(({ id }) => id),
      days,
    );
  },
});

/** `heldUntil`: until then it can be taken back; without it its files go at once. */
export const remove = (heldUntil?: Date): ExperimentAct => ({
  action: 'delete',
  usualStates: endedStates,
  act: async (ctx, tx, experiment) => {
    await beginDeletion(ctx.master, tx, experiment, { userId: ctx.user.id, heldUntil });
    await recordAudit(tx, ctx, { action: 'delete', kind: 'experiment', id: experiment.id });
  },
});
