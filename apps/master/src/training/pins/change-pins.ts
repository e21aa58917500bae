import { failedPrecondition, notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { maxPinsOfRun } from '@determined/contract/limits.ts';
import type { deletePinRoute, patchPinRoute, postPinRoute } from '@determined/contract/training/pin-ext-routes.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { summaryKey } from '../metrics/shared/metric-values.ts';
import { runsInSight, shownPin } from './list-pins.ts';
import { pinChanged } from './pin-events.ts';
import { insertPin, type PinRow, removePin, rewritePin } from './pin-store.ts';

export async function postPin(
  { params: { trialId }, body }: ExtRequestOf<typeof postPinRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof postPinRoute>> {
  const { group, metric, batches, text } = body;
  const pin = await inTransaction(ctx.db, async (tx) => {
    const tell = await holdPins(tx, trialId, ctx);
    await refuseUnreported(tx, trialId, { group, metric });
    await refuseMore(tx, trialId);
    const row = { trial_id: trialId, group_name: group, metric_name: metric, batches, text, author_id: ctx.user.id };
    const made = await insertPin(tx, row);
    tell();
    return made;
  });
  return { pin: shownPin(pin, ctx.user) };
}

/** Of two windows of its author none undoes what the other has written. */
export async function patchPin(
  { params: { trialId, pinId }, body: { version, text } }: ExtRequestOf<typeof patchPinRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof patchPinRoute>> {
  return inTransaction(ctx.db, async (tx) => {
    const tell = await holdPins(tx, trialId, ctx);
    const pin = await findPin(tx, trialId, pinId);
    if (pin.author_id !== ctx.user.id) throw permissionDenied('Only its author changes what a pin says.');
    // Who has lost the answer sends the same once more.
    if (pin.text === text) return { saved: true, pin: shownPin(pin, ctx.user) };
    if (pin.version !== version) return { saved: false, pin: shownPin(pin, ctx.user) };
    const written = await rewritePin(tx, pinId, text);
    tell();
    return { saved: true, pin: shownPin(written, ctx.user) };
  });
}

export async function deletePin(
  { params: { trialId, pinId } }: ExtRequestOf<typeof deletePinRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof deletePinRoute>> {
  await inTransaction(ctx.db, async (tx) => {
    const tell = await holdPins(tx, trialId, ctx);
    await findPin(tx, trialId, pinId);
    await removePin(tx, pinId);
    tell();
  });
  return {};
}

/** Nobody else changes the run's pins until the transaction ends. @returns what tells of a change after it. */
async function holdPins(tx: Tx, trialId: number, ctx: Context): Promise<() => void> {
  const { experiment } = await lockTrial(tx, trialId);
  const [run] = await runsInSight(ctx, tx, [trialId]);
  if (!run) throw notFound('trial', trialId);
  if (run.archived) throw failedPrecondition('Pins of an archived experiment are read-only. Unarchive it first.');
  return () => publish(tx, pinChanged, { trialId, experimentId: experiment.id });
}

async function findPin(tx: Tx, trialId: number, pinId: number): Promise<PinRow> {
  const found = tx.selectFrom('pins').selectAll().where('id', '=', pinId).where('trial_id', '=', trialId);
  const pin = await found.executeTakeFirst();
  if (!pin) throw notFound('pin', pinId);
  return pin;
}

/** Without a curve it would stand nowhere. */
async function refuseUnreported(tx: Tx, trialId: number, { group, metric }: { group: string; metric: string }) {
  const { rows } = await sql`select 1 from trial_metrics where trial_id = ${trialId}
    and summary_metrics -> ${summaryKey(group)}::text -> ${metric}::text ->> 'type' = 'number'`.execute(tx);
  if (rows.length === 0) throw failedPrecondition(`trial ${trialId} has not reported ${group}.${metric} as a number`);
}

async function refuseMore(tx: Tx, trialId: number): Promise<void> {
  const pins = tx.selectFrom('pins').select(({ fn }) => fn.countAll<string>().as('count'));
  const { count } = await pins.where('trial_id', '=', trialId).executeTakeFirstOrThrow();
  if (Number(count) >= maxPinsOfRun) throw failedPrecondition(`A run has at most ${maxPinsOfRun} pins.`);
}
