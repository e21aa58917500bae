import { orRefuse } from '@determined/contract/rule.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { recordAudit } from '../../../identity/audit/shared/record-audit.ts';
import { beginDeletion } from '../../deletion/shared/begin-deletion.ts';
import { beginRunDeletion } from '../../deletion/shared/begin-run-deletion.ts';
import { moveToProject } from '../../experiments/shared/move-to-project.ts';
import { transitionExperiment } from '../../life/shared/experiment-life.ts';
import { trialChanged } from '../../life/shared/trial-events.ts';
import { transitionTrials } from '../../life/shared/trial-life.ts';
import { updateTrial } from '../../life/shared/trial-store.ts';
import type { LockedRun, RunAct } from './attempt-run.ts';

export const archive: RunAct = { action: 'archive', act: (_ctx, tx, run) => setArchived(tx, run, true) };
export const unarchive: RunAct = { action: 'unarchive', act: (_ctx, tx, run) => setArchived(tx, run, false) };

export const kill: RunAct = {
  action: 'kill',
  act: ({ master, user }, tx, { trial, experiment }) =>
    transitionTrials(master, tx, experiment, [trial], {
      to: 'STOPPING_KILLED',
      reason: 'user requested kill',
      userId: user.id,
    }),
};

// The only run of its search rests and goes on with it.
export const pause: RunAct = {
  action: 'pause',
  act: ({ master, user }, tx, { experiment }) =>
    transitionExperiment(master, tx, experiment, { to: 'PAUSED', reason: 'user requested pause', userId: user.id }),
};
export const resume: RunAct = {
  action: 'resume',
  act: ({ master, user }, tx, { experiment }) =>
    transitionExperiment(master, tx, experiment, { to: 'ACTIVE', reason: 'user requested resume', userId: user.id }),
};

async function setArchived(tx: Tx, { trial }: LockedRun, archived: boolean): Promise<void> {
  await updateTrial(tx, trial.id, { archived });
  publish(tx, trialChanged, { trialId: trial.id, experimentId: trial.experiment_id });
}

/** The only run of its search goes with it. Facts: platform semantics 6.10. */
export const remove: RunAct = {
  action: 'delete',
  act: async (ctx, tx, { trial, experiment, multiTrial }) => {
    const { master, user } = ctx;
    await recordAudit(tx, ctx, { action: 'delete', kind: 'run', id: trial.id });
    if (multiTrial) return beginRunDeletion(master, tx, trial, { userId: user.id });
    const { id, state, archived, unmanaged } = experiment;
    orRefuse(experimentRule('delete', { id, state: `STATE_${state}`, archived, unmanaged }));
    await beginDeletion(master, tx, experiment, { userId: user.id });
  },
};

/** A run goes with its search and all its runs: there is none without. Facts: platform semantics 6.10. */
export const moveTo = (projectId: number): RunAct => ({
  action: 'move',
  wholeSearch: true,
  act: (_ctx, tx, { experiment }) => moveToProject(tx, [experiment], projectId),
});
