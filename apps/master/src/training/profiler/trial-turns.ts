import { setTimeout as delay } from 'node:timers/promises';
import { notFound } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';

/** Facts: platform semantics, how often what is followed is looked at. */
const everyMs = 5_000;

/** A turn at once; when following, others until the trial has ended, the last one after that. Throws for an unknown trial. */
export async function* trialTurns({ db, signal }: Context, trialId: number, follow: boolean): AsyncGenerator<void> {
  for (;;) {
    // Read before the turn: what is reported last comes with the turn after the end.
    const trial = await db.selectFrom('trials').select('end_time').where('id', '=', trialId).executeTakeFirst();
    if (!trial) throw notFound('trial', trialId);
    yield;
    if (!follow || trial.end_time !== null) return;
    try {
      await delay(everyMs, undefined, { signal });
    } catch {
      return;
    }
  }
}
