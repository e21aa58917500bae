import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { takeLocalIds } from '../../../organisation/projects/shared/local-ids.ts';
import type { TrialsTable } from './life-tables.ts';
import { newRun, type TrialRow } from './trial-state.ts';

/** What may change of a trial besides its state, which `setTrialStates` changes. */
export type TrialChange = Omit<Updateable<TrialsTable>, 'id' | 'experiment_id' | 'local_id' | 'state'>;

/** Undefined where there is no such trial. */
export function updateTrial(db: Db, id: number, change: TrialChange): Promise<TrialRow | undefined> {
  return db.updateTable('trials').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

/** The same change of several, as one statement. */
export async function updateTrials(tx: Tx, ids: readonly number[], change: TrialChange): Promise<void> {
  await tx
    .updateTable('trials')
    .set(change)
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
}

export function beginRun(tx: Tx, id: number): Promise<TrialRow> {
  return tx.updateTable('trials').set(newRun).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Trials that had ended run again, as if for the first time but for what they have reported and saved. */
export async function reopenTrials(tx: Tx, ids: readonly number[], warmStart: string | null): Promise<TrialRow[]> {
  return tx
    .updateTable('trials')
    .set({ end_time: null, restarts: 0, progress: null, warm_start_checkpoint_uuid: warmStart })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .returningAll()
    .execute();
}

/** Numbers the trials of experiments on in the project that these have come to. */
export async function renumberTrials(tx: Tx, experimentIds: readonly number[], projectId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('trials')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('experiment_id', '=', (eb) => eb.fn.any(eb.val(experimentIds)))
    .executeTakeFirstOrThrow();
  const first = await takeLocalIds(tx, projectId, count);
  await sql`update trials t set local_id = ${first}::int + m.place - 1
    from (select id, row_number() over (order by experiment_id, id) as place from trials
      where experiment_id = any(${experimentIds}::int[])) m
    where t.id = m.id`.execute(tx);
}

/** With their metrics, checkpoints and whatever else hangs on their rows; their tasks stay, for what they have used. */
export async function deleteTrials(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('trials')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
}
