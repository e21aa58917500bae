import { notFound } from '@determined/contract/errors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { TrialRow } from './trial-state.ts';

/** Says which trials tasks that were just made belong to. */
export async function insertTrialTasks(
  tx: Tx,
  rows: readonly { task_id: string; trial_id: number; sequence?: number }[],
): Promise<void> {
  await tx.insertInto('trial_tasks').values(rows).execute();
}

export async function trialOf(db: Db, taskId: string): Promise<number> {
  const found = await db.selectFrom('trial_tasks').select('trial_id').where('task_id', '=', taskId).executeTakeFirst();
  if (!found) throw notFound('task', taskId);
  return found.trial_id;
}

/** A trial's tasks, oldest first. */
export async function readTrialTasks(db: Db, trialId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('trial_tasks')
    .select('task_id')
    .where('trial_id', '=', trialId)
    .orderBy('sequence')
    .orderBy('task_id')
    .execute();
  return rows.map(({ task_id }) => task_id);
}

/** A trial's tasks follow each other; the last one is current. By trial. */
export async function currentTasks(tx: Tx, trials: readonly Pick<TrialRow, 'id'>[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('trial_tasks')
    .select(['task_id', 'trial_id'])
    .where('trial_id', '=', (eb) => eb.fn.any(eb.val(trials.map(({ id }) => id))))
    .orderBy('sequence')
    .execute();
  return new Map(rows.map(({ task_id, trial_id }) => [trial_id, task_id]));
}
