import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { appendMasterLine } from '../../tasks/logs/shared/append-master-line.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { currentTasks } from '../life/shared/trial-tasks.ts';
import { firstBeatMs, lastStarted, manualMode, moveUnmanaged, registeredOnly } from '../life/shared/unmanaged-life.ts';

const silenceMs = 5 * 60_000;

interface End {
  /** When it was last heard of. */
  at: string;
  reason: string;
  /** For its log. */
  text: string;
}

/** Unmanaged trials have died with their process: those that gave no sign of life for five minutes, or none within a minute of their start. */
export async function endSilentTrials(master: Master): Promise<void> {
  const now = master.clock.now().getTime();
  const running = await lives(master.db)
    .where('e.unmanaged', '=', true)
    .where('t.state', '=', 'RUNNING')
    .where(sql<boolean>`greatest(t.last_activity, m.reported_at) < ${new Date(now - firstBeatMs).toISOString()}`)
    .execute();
  for (const life of running) {
    if (!endOf(life, now)) continue;
    await inTransaction(master.db, async (tx) => {
      const locked = await lockTrial(tx, life.id);
      // It may have spoken in between.
      const end = endOf(await lives(tx).where('t.id', '=', life.id).executeTakeFirstOrThrow(), now);
      if (locked.trial.state !== 'RUNNING' || !end) return;
      await moveUnmanaged(tx, locked, 'ERROR', { reason: end.reason, at: new Date(end.at) });
      const taskId = (await currentTasks(tx, [{ id: life.id }])).get(life.id);
      if (taskId !== undefined) await appendMasterLine(master, tx, taskId, 'ERROR', end.text);
    });
  }
}

/** Trials with their last sign of life: a report, or a call that says how they are. */
function lives(db: Db) {
  return db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .select(['t.id', lastStarted.as('started')])
    .select(sql<string | null>`greatest(t.last_activity, m.reported_at)`.as('heard'));
}

function endOf({ heard, started }: { heard: string | null; started: string | null }, now: number): End | undefined {
  if (heard === null) return undefined;
  const silent = now - Date.parse(heard);
  if (heard === started && silent > firstBeatMs) {
    const text = `${registeredOnly}: the process that reports here registered and was not heard of within a minute. ${manualMode}`;
    return { at: heard, reason: registeredOnly, text };
  }
  if (silent <= silenceMs) return undefined;
  const text =
    'No sign of life for five minutes: the process that reported here has ended, or does not reach this server.';
  return { at: heard, reason: 'no sign of life for five minutes', text };
}

/** Looks four times a minute until the master stops. */
export function watchSilentTrials(master: Master): void {
  runEvery(master, 15_000, 'looking after unmanaged trials', () => endSilentTrials(master));
}
