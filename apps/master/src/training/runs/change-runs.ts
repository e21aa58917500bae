import type {
  archiveRunsRoute,
  killRunsRoute,
  pauseRunsRoute,
  resumeRunsRoute,
  unarchiveRunsRoute,
} from '@determined/contract/training/runs-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { transitionExperiment } from '../life/shared/experiment-life.ts';
import { trialChanged } from '../life/shared/trial-events.ts';
import { transitionTrials } from '../life/shared/trial-life.ts';
import { updateTrial } from '../life/shared/trial-store.ts';
import { actOnRuns, type LockedRun, type RunAct } from './act-on-runs.ts';

const archive: RunAct = { action: 'archive', act: (_ctx, tx, run) => setArchived(tx, run, true) };
const unarchive: RunAct = { action: 'unarchive', act: (_ctx, tx, run) => setArchived(tx, run, false) };

const kill: RunAct = {
  action: 'kill',
  act: ({ master, user }, tx, { trial, experiment }) =>
    transitionTrials(master, tx, experiment, [trial], {
      to: 'STOPPING_KILLED',
      reason: 'user requested kill',
      userId: user.id,
    }),
};

// The only run of its search rests and goes on with it.
const pause: RunAct = {
  action: 'pause',
  act: ({ master, user }, tx, { experiment }) =>
    transitionExperiment(master, tx, experiment, { to: 'PAUSED', reason: 'user requested pause', userId: user.id }),
};
const resume: RunAct = {
  action: 'resume',
  act: ({ master, user }, tx, { experiment }) =>
    transitionExperiment(master, tx, experiment, { to: 'ACTIVE', reason: 'user requested resume', userId: user.id }),
};

async function setArchived(tx: Tx, { trial }: LockedRun, archived: boolean): Promise<void> {
  await updateTrial(tx, trial.id, { archived });
  publish(tx, trialChanged, { trialId: trial.id, experimentId: trial.experiment_id });
}

export const archiveRuns: Handler<typeof archiveRunsRoute> = (request, ctx) => actOnRuns(ctx, request, archive);
export const unarchiveRuns: Handler<typeof unarchiveRunsRoute> = (request, ctx) => actOnRuns(ctx, request, unarchive);
export const killRuns: Handler<typeof killRunsRoute> = (request, ctx) => actOnRuns(ctx, request, kill);
export const pauseRuns: Handler<typeof pauseRunsRoute> = (request, ctx) => actOnRuns(ctx, request, pause);
export const resumeRuns: Handler<typeof resumeRunsRoute> = (request, ctx) => actOnRuns(ctx, request, resume);
