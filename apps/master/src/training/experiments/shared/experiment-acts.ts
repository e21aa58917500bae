import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { recordAudits } from '../../../identity/audit/shared/record-audit.ts';
import { retainLogs } from '../../../tasks/tasks/shared/task-store.ts';
import { beginDeletions } from '../../deletion/shared/begin-deletion.ts';
import { transitionExperiments } from '../../life/shared/experiment-life.ts';
import { editExperiments } from '../../life/shared/experiment-store.ts';
import type { TrialMove } from '../../life/shared/trial-life.ts';
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

const goOver =
  (to: TrialMove['to'], reason: string): ExperimentAct['act'] =>
  ({ master, user }, tx, experiments) =>
    transitionExperiments(master, tx, experiments, { to, reason, userId: user.id });

export const activate: ExperimentAct = {
  action: 'activate',
  usualStates: ['STATE_PAUSED'],
  act: goOver('ACTIVE', 'user requested activation'),
};

export const pause: ExperimentAct = {
  action: 'pause',
  usualStates: ['STATE_ACTIVE'],
  act: goOver('PAUSED', 'user requested pause'),
};

export const cancel: ExperimentAct = {
  action: 'cancel',
  usualStates: liveStates,
  act: goOver('STOPPING_CANCELED', 'user requested cancellation'),
};

export const kill: ExperimentAct = {
  action: 'kill',
  usualStates: liveStates,
  act: goOver('STOPPING_KILLED', 'user requested kill'),
};

export const archive: ExperimentAct = {
  action: 'archive',
  usualStates: endedStates,
  act: (_ctx, tx, experiments) =>
    editExperiments(
      tx,
      experiments.map((experiment) => ({ experiment, edit: { archived: true } })),
    ),
};

export const unarchive: ExperimentAct = {
  action: 'unarchive',
  usualStates: endedStates,
  act: (_ctx, tx, experiments) =>
    editExperiments(
      tx,
      experiments.map((experiment) => ({ experiment, edit: { archived: false } })),
    ),
};

export const moveTo = (projectId: number): ExperimentAct => ({
  action: 'move',
  usualStates: [],
  act: (_ctx, tx, experiments) => moveToProject(tx, experiments, projectId),
});

/** `days` as `retentionDays` gives them. */
export const retain = (days: number): ExperimentAct => ({
  action: 'retainLogs',
  usualStates: endedStates,
  act: async (_ctx, tx, experiments) => {
    const edit = { logRetentionDays: days };
    await editExperiments(
      tx,
      experiments.map((experiment) => ({ experiment, edit })),
    );
    const jobs = experiments.map(({ job_id }) => job_id);
    const tasks = tx
      .selectFrom('tasks')
      .select('id')
      .where('job_id', '=', (eb) => eb.fn.any(eb.val(jobs)));
    await retainLogs(
      tx,
      (await tasks.execute()).map(({ id }) => id),
      days,
    );
  },
});

/** `heldUntil`: until then it can be taken back; without it its files go at once. */
export const remove = (heldUntil?: Date): ExperimentAct => ({
  action: 'delete',
  usualStates: endedStates,
  act: async (ctx, tx, experiments) => {
    await beginDeletions(ctx.master, tx, experiments, { userId: ctx.user.id, heldUntil });
    await recordAudits(
      tx,
      ctx,
      experiments.map(({ id }) => ({ action: 'delete', kind: 'experiment', id })),
    );
  },
});
