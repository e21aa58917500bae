import { sql } from 'kysely';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { endPlace } from './end-place.ts';

/**
 * Ends places whose machine has been away for as long as they may be, if their runner has reached no master in that time
 * either: it has ended its program 15 s before. Places without such a time are waited for however long it takes.
 */
export async function giveUpPlaces(master: Master, leader: Leader): Promise<void> {
  const silent = await master.db
    .selectFrom('allocation_places as p')
    .innerJoin('agents as g', 'g.id', 'p.agent_id')
    .select(['p.allocation_id', 'p.rank', 'p.agent_id', 'p.give_up_seconds'])
    .where('p.state', '<>', 'ENDED')
    .where(sql<boolean>`greatest(g.seen_at, p.seen_at) < now() - make_interval(secs => p.give_up_seconds)`)
    .execute();
  for (const { agent_id, give_up_seconds, ...place } of silent) {
    const message = `nothing was heard of it or of the machine ${agent_id} for ${give_up_seconds} seconds`;
    const exit = { cause: 'lost' as const, exitCode: 137, message };
    await leader.transaction((tx) => endPlace(master, tx, place, exit));
  }
}
