import type { Context } from '#platform/http/context.ts';
import { neededExperiment } from '../../checkpoints/shared/kept-checkpoints.ts';
import type { Found } from './deed.ts';

const askedAtOnce = 500;

/** Something else needs checkpoints of these: a registered version, a search that starts from them. */
export async function leaveNeeded(ctx: Context, found: Found[]): Promise<Found[]> {
  const open = found.filter(({ result, checkpoints }) => result === 'waiting' && checkpoints > 0);
  for (let at = 0; at < open.length; at += askedAtOnce) {
    let some = open.slice(at, at + askedAtOnce);
    for (;;) {
      const needed = await neededExperiment(
        ctx.master,
        ctx.db,
        some.map(({ id }) => id),
      );
      if (!needed) break;
      for (const one of some) if (one.id === needed.id) Object.assign(one, { result: 'refused', reason: needed.why });
      some = some.filter(({ id }) => id !== needed.id);
    }
  }
  return found;
}
