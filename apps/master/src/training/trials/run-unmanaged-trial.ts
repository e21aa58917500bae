import { invalidArgument } from '@determined/contract/errors.ts';
import type { TrialState } from '@determined/contract/training/training-messages-generated.ts';
import type { patchTrialRoute, startTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import type { StoredTrialState } from '#training/life/shared/life-tables.ts';
import { latestCheckpoint } from '../checkpoints/shared/best-checkpoint.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { isEndedTrialState } from '../life/shared/trial-state.ts';
import { updateTrial } from '../life/shared/trial-store.ts';
import { moveUnmanaged } from '../life/shared/unmanaged-life.ts';
import { shownTrial } from './get-trial.ts';

/** States that a client may say its trial is in. */
const said: Partial<Record<TrialState, StoredTrialState>> = {
  STATE_RUNNING: 'RUNNING',
  STATE_PAUSED: 'PAUSED',
  STATE_COMPLETED: 'COMPLETED',
  STATE_CANCELED: 'CANCELED',
  STATE_ERROR: 'ERROR',
};

/** A new run of an unmanaged trial begins: reports of an earlier one are refused from now on. */
export const startTrial: Handler<typeof startTrialRoute> = async ({ trialId, resume }, ctx) =>
  inTransaction(ctx.db, async (tx) => {
    const locked = await lockUnmanaged(tx, trialId);
    // The platform has never started one otherwise, and no client asks for it (facts: platform semantics 1.8).
    if (!resume) throw invalidArgument('a trial goes on from where it is: resume must be true');
    const at = ctx.master.clock.now();
    const trialRunId = locked.trial.run_id + 1;
    await moveUnmanaged(tx, locked, 'RUNNING', { reason: 'started by its client', userId: ctx.user.id, at });
    await updateTrial(tx, trialId, { run_id: trialRunId, last_activity: at.toISOString() });
    const latest = await latestCheckpoint(tx, trialId);
    return { trialRunId, latestCheckpoint: latest?.uuid, stepsCompleted: latest?.steps ?? 0 };
  });

/** A sign of life, with or without a new state. */
export const patchTrial: Handler<typeof patchTrialRoute> = async ({ trialId, state }, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUnmanaged(tx, trialId);
    const at = ctx.master.clock.now();
    const to = state === undefined || state === 'STATE_UNSPECIFIED' ? locked.trial.state : said[state];
    if (to === undefined) throw invalidArgument(`state: an unmanaged trial cannot be said to be ${state}`);
    await moveUnmanaged(tx, locked, to, { reason: 'reported by its client', userId: ctx.user.id, at });
    const ends = state !== undefined && isEndedTrialState(to);
    await updateTrial(tx, trialId, {
      last_activity: at.toISOString(),
      ...(ends ? { end_time: at.toISOString() } : {}),
    });
  });
  return { trial: await shownTrial(ctx, trialId) };
};

async function lockUnmanaged(tx: Tx, trialId: number) {
  const locked = await lockTrial(tx, trialId);
  if (!locked.experiment.unmanaged) throw invalidArgument('only unmanaged trials are supported');
  return locked;
}
