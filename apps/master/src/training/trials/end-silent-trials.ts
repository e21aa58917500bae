import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { appendMasterLine } from '../../tasks/logs/shared/append-master-line.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { currentTasks } from '../life/shared/trial-tasks.ts';
import { moveUnmanaged } from '../life/shared/unmanaged-life.ts';

const silenceMs = 5 * 60_000;
const silenceText =
  'No sign of life for five minutes: the process that reported here has ended, or does not reach this server.';

/** Unmanaged trials that gave no sign of life for five minutes have died with their process. */
export async function endSilentTrials(master: Master): Promise<void> {
  const deadline = new Date(master.clock.now().getTime() - silenceMs).toISOString();
  const silent = await master.db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .select('t.id')
    .where('e.unmanaged', '=', true)
    .where('t.state', '=', 'RUNNING')
    .where(sql<boolean>`greatest(t.last_activity, m.reported_at) < ${deadline}`)
    .execute();
  for (const { id } of silent) {
    await inTransaction(master.db, async (tx) => {
      const locked = await lockTrial(tx, id);
      const heard = await lastHeard(tx, id);
      // It may have spoken in between.
      if (locked.trial.state !== 'RUNNING' || heard === null || heard >= deadline) return;
      const at = new Date(heard);
      await moveUnmanaged(tx, locked, 'ERROR', { reason: 'no sign of life for five minutes', at });
      const taskId = (await currentTasks(tx, [{ id }])).get(id);
      if (taskId !== undefined) await appendMasterLine(master, tx, taskId, 'ERROR', silenceText);
    });
  }
}

/** Its last sign of life: a report, or a call that says how it is. */
async function lastHeard(tx: Tx, id: number): Promise<string | null> {
  const found = await tx
    .selectFrom('trials as t')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .select(sql<string | null>`greatest(t.last_activity, m.reported_at)`.as('at'))
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  return found.at;
}

/** Looks every minute until the master stops. */
export function watchSilentTrials(master: Master): void {
  runEvery(master, 60_000, 'looking after unmanaged trials', () => endSilentTrials(master));
}
