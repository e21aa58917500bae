import { orRefuse } from '@determined/contract/rule.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { recordAudits } from '../../../identity/audit/shared/record-audit.ts';
import { beginDeletions } from '../../deletion/shared/begin-deletion.ts';
import { beginRunDeletions } from '../../deletion/shared/begin-run-deletion.ts';
import { moveToProject } from '../../experiments/shared/move-to-project.ts';
import { transitionExperiments } from '../../life/shared/experiment-life.ts';
import { trialChanged } from '../../life/shared/trial-events.ts';
import { type TrialMove, transitionTrials } from '../../life/shared/trial-life.ts';
import { updateTrials } from '../../life/shared/trial-store.ts';
import type { RunAct } from './attempt-run.ts';
import type { LockedRun } from './lock-runs.ts';

export const archive: RunAct = { action: 'archive', act: (_ctx, tx, runs) => setArchived(tx, runs, true) };
export const unarchive: RunAct = { action: 'unarchive', act: (_ctx, tx, runs) => setArchived(tx, runs, false) };

async function setArchived(tx: Tx, runs: readonly LockedRun[], archived: boolean): Promise<void> {
  await updateTrials(
    tx,
    runs.map(({ trial }) => trial.id),
    { archived },
  );
  for (const { trial } of runs) publish(tx, trialChanged, { trialId: trial.id, experimentId: trial.experiment_id });
}

export const kill: RunAct = {
  action: 'kill',
  act: ({ master, user }, tx, runs) =>
    transitionTrials(
      master,
      tx,
      runs.map(({ trial }) => trial),
      { to: 'STOPPING_KILLED', reason: 'user requested kill', userId: user.id },
    ),
};

// The only run of its search rests and goes on with it.
export const pause: RunAct = {
  action: 'pause',
  act: (ctx, tx, runs) => goOver(ctx, tx, runs, { to: 'PAUSED', reason: 'user requested pause' }),
};
export const resume: RunAct = {
  action: 'resume',
  act: (ctx, tx, runs) => goOver(ctx, tx, runs, { to: 'ACTIVE', reason: 'user requested resume' }),
};

const goOver = ({ master, user }: Context, tx: Tx, runs: readonly LockedRun[], move: TrialMove) =>
  transitionExperiments(
    master,
    tx,
    runs.map(({ experiment }) => experiment),
    { ...move, userId: user.id },
  );

/**
 * The only run of its search goes with it. Until `heldUntil` nothing of them goes, and `restoreRuns` takes it back.
 * Facts: platform semantics 6.10.
 */
export const remove = (heldUntil?: Date): RunAct => ({
  action: 'delete',
  act: async (ctx, tx, runs) => {
    const { master, user } = ctx;
    await recordAudits(
      tx,
      ctx,
      runs.map(({ trial }) => ({ action: 'delete', kind: 'run', id: trial.id })),
    );
    const asked = { userId: user.id, heldUntil };
    const only = runs.filter(({ multiTrial }) => !multiTrial).map(({ experiment }) => experiment);
    for (const { id, state, archived, unmanaged } of only)
      orRefuse(experimentRule('delete', { id, state: `STATE_${state}`, archived, unmanaged }));
    if (only.length > 0) await beginDeletions(master, tx, only, asked);
    const others = runs.filter(({ multiTrial }) => multiTrial).map(({ trial }) => trial);
    if (others.length > 0) await beginRunDeletions(master, tx, others, asked);
  },
});

/** A run goes with its search and all its runs: there is none without. Facts: platform semantics 6.10. */
export const moveTo = (projectId: number): RunAct => ({
  action: 'move',
  wholeSearch: true,
  act: (_ctx, tx, runs) =>
    moveToProject(tx, [...new Map(runs.map(({ experiment }) => [experiment.id, experiment])).values()], projectId),
});
