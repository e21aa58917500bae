import { ApiError, textOfError } from '@determined/contract/errors.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { deleteTaskLogs } from '../../tasks/logs/shared/delete-task-logs.ts';
import { gcProgress } from '../checkpoint-gc/shared/gc-progress.ts';
import { everyFile, requestGc } from '../checkpoint-gc/shared/request-gc.ts';
import { refuseNeeded } from '../checkpoints/shared/kept-checkpoints.ts';
import { storeCheckpointTotals } from '../life/shared/experiment-store.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { trialChanged } from '../life/shared/trial-events.ts';
import { isEndedTrialState, type TrialRow } from '../life/shared/trial-state.ts';
import { deleteTrials } from '../life/shared/trial-store.ts';
import { readTrialTasks } from '../life/shared/trial-tasks.ts';
import { isHeld } from './deletion-store.ts';
import { deletionFailed } from './shared/deletion-events.ts';
import { showRuns } from './shared/show-runs.ts';
import { storedCheckpoints } from './stored-checkpoints.ts';

/** Goes on with the deletion of single runs, from what their rows say. Any master may, each step alone. */
export async function advanceRunDeletions(master: Master): Promise<void> {
  const { db } = master;
  const now = master.clock.now().toISOString();
  const asked = db
    .selectFrom('run_deletions')
    .select('trial_id')
    .where('error', 'is', null)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]));
  for (const { trial_id } of await asked.orderBy('requested_at').orderBy('trial_id').execute()) {
    try {
      while (!master.stopping.aborted && (await inTransaction(db, (tx) => step(master, tx, trial_id))) === 'more');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Gone meanwhile, with its experiment.
      if (error.code !== 'NotFound') await inTransaction(db, (tx) => fail(master, tx, trial_id, textOfError(error)));
    }
  }
}

/** One step in one transaction: files first, then all rows. `wait`: there is nothing to do now. */
async function step(master: Master, tx: Tx, id: number): Promise<'more' | 'wait'> {
  const { trial, experiment } = await lockTrial(tx, id);
  const asked = tx
    .selectFrom('run_deletions')
    .select(['planned', 'requested_by', 'held_until'])
    .where('trial_id', '=', id);
  const deletion = await asked.where('error', 'is', null).executeTakeFirst();
  // With its experiment it goes anyway.
  if (!deletion || experiment.state === 'DELETING' || isHeld(deletion, master.clock.now())) return 'wait';
  if (!isEndedTrialState(trial.state)) {
    await fail(master, tx, id, 'it runs again');
    return 'wait';
  }
  const uuids = await storedCheckpoints(tx, [id]);
  if (!deletion.planned) {
    await refuseNeeded(master, tx, uuids, 'deleted');
    const userId = deletion.requested_by ?? undefined;
    await requestGc(master, tx, experiment.id, { purpose: 'checkpoints', uuids, globs: everyFile, userId });
    await tx.updateTable('run_deletions').set({ planned: true }).where('trial_id', '=', id).execute();
    return 'more';
  }
  if ((await gcProgress(tx, experiment.id)).open > 0) return 'wait';
  if (uuids.length > 0) {
    await fail(master, tx, id, `the files of ${uuids.length} of its checkpoints could not be deleted`);
    return 'wait';
  }
  await deleteRows(tx, trial);
  return 'wait';
}

async function deleteRows(tx: Tx, { id, experiment_id: experimentId }: TrialRow): Promise<void> {
  await deleteTaskLogs(tx, await readTrialTasks(tx, id));
  await deleteTrials(tx, [id]);
  await storeCheckpointTotals(tx, { trialIds: [], experimentIds: [experimentId] });
  publish(tx, trialChanged, { trialId: id, experimentId });
}

/** It is seen again; who deletes it again tries once more. */
async function fail(master: Master, tx: Tx, id: number, error: string): Promise<void> {
  const { trial } = await lockTrial(tx, id);
  master.log.error({ trialId: id, error }, 'a run could not be deleted');
  await tx.updateTable('run_deletions').set({ error }).where('trial_id', '=', id).execute();
  await showRuns(tx, [trial], true);
  await deletionFailed.run(tx, { kind: 'run', id, error });
}
