import { ApiError } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { type ActedExperiment, setExperimentStates } from '../../life/shared/experiment-state.ts';
import { runIsGoing } from '../../life/shared/shown-state.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';
import { findDeletion, isHeld, takeBackDeletion } from '../deletion-store.ts';
import { showRuns } from './show-runs.ts';

const tooLate = () => new ApiError('FailedPrecondition', 'Its files are being deleted already.');

/** Takes the deletion of a locked experiment back while it is held: it is again what it was. Throws where it is too late. */
export async function restoreExperiment(
  { clock }: Master,
  tx: Tx,
  experiment: ActedExperiment,
  userId: number,
): Promise<void> {
  const deletion = await findDeletion(tx, experiment.id);
  const at = clock.now();
  if (!deletion?.held_state || !isHeld(deletion, at)) throw tooLate();
  await setExperimentStates(tx, [experiment], deletion.held_state, {
    reason: 'user took the deletion back',
    userId,
    at,
  });
  await takeBackDeletion(tx, deletion);
}

/** Those of these runs whose own deletion is held; else those that are the only one of their search, whose deletion is held. */
export async function heldRuns({ clock }: Master, db: Db, ids: readonly number[]): Promise<Set<number>> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const { rows } = await sql<{ id: number }>`select t.id from trials t join experiments e on e.id = t.experiment_id
    where t.id = any(${[...ids]}::int[]) and case when e.state = 'DELETING'
      then e.searcher_type = 'single' and e.num_trials = 1 and not ${runIsGoing} and exists (
        select 1 from experiment_deletions d where d.experiment_id = e.id and d.held_until > ${now})
      else exists (
        select 1 from run_deletions d where d.trial_id = t.id and d.error is null and d.held_until > ${now}) end`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The same with runs, locked with their experiments: each for itself, or with its search. */
export async function restoreRuns(
  master: Master,
  tx: Tx,
  runs: readonly { trial: TrialRow; experiment: ActedExperiment }[],
  userId: number,
): Promise<void> {
  const ids = runs.map(({ trial }) => trial.id);
  const held = await heldRuns(master, tx, ids);
  if (!ids.every((id) => held.has(id))) throw tooLate();
  const [whole, own] = [true, false].map((deleting) =>
    runs.filter(({ experiment }) => (experiment.state === 'DELETING') === deleting),
  );
  for (const { experiment } of whole ?? []) await restoreExperiment(master, tx, experiment, userId);
  const trials = (own ?? []).map(({ trial }) => trial);
  await tx
    .deleteFrom('run_deletions')
    .where('trial_id', '=', (eb) => eb.fn.any(eb.val(trials.map(({ id }) => id))))
    .execute();
  await showRuns(tx, trials, true);
}
