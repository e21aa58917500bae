import { notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { type Context, isTaskSession, isThing } from '#platform/http/context.ts';
import { type ExperimentRow, lockExperiment } from './experiment-state.ts';
import type { TrialRow } from './trial-state.ts';

/** A trial and its experiment, locked in this order like everywhere else. */
export async function lockTrial(tx: Tx, id: number): Promise<{ trial: TrialRow; experiment: ExperimentRow }> {
  const known = await tx.selectFrom('trials').select('experiment_id').where('id', '=', id).executeTakeFirst();
  const experiment = known && (await lockExperiment(tx, known.experiment_id));
  const asked = tx.selectFrom('trials').selectAll().where('id', '=', id);
  const [trial] = await lockRows(tx, 'part', asked, { key: 'id', part: 'id' });
  if (!experiment || !trial) throw notFound('trial', id);
  return { trial, experiment };
}

/**
 * Its own tasks report to a trial, and people who may edit its experiment, which was asked before. What works in another
 * task may report to unmanaged trials only.
 */
export async function refuseStranger(ctx: Context, db: Db, trialId: number): Promise<void> {
  const trial = await db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select('e.unmanaged')
    .where('t.id', '=', trialId)
    .executeTakeFirst();
  if (!trial) throw notFound('trial', trialId);
  const { session } = ctx;
  if (!isTaskSession(session) || session.own.some((thing) => isThing(thing, 'trial', trialId))) return;
  if (session.kind === 'allocation' || !trial.unmanaged)
    throw permissionDenied(`only its own task may report to trial ${trialId}`);
}
