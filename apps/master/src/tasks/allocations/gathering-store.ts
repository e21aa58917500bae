import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { AllocationGatheringsTable } from '#platform/db/tables/task-tables.ts';

type Kind = AllocationGatheringsTable['kind'];

/**
 * Puts a peer into the round that is open, for an allocation that the caller has locked; answers the round. A peer that
 * comes again by the same name is in the round that it was in: its answer was lost on the way.
 */
export async function joinRound(
  tx: Tx,
  at: { allocationId: string; kind: Kind; numPeers: number },
  { peer, data }: { peer: string; data: Record<string, unknown> },
): Promise<number> {
  const { allocationId, kind, numPeers } = at;
  const rows = await tx
    .selectFrom('allocation_gatherings')
    .select(['round', 'peer'])
    .where('allocation_id', '=', allocationId)
    .where('kind', '=', kind)
    .execute();
  const known = rows.find((row) => row.peer === peer);
  if (known) return known.round;
  const latest = Math.max(0, ...rows.map(({ round }) => round));
  const open = rows.filter(({ round }) => round === latest).length < numPeers;
  const round = open ? latest : latest + 1;
  await tx
    .insertInto('allocation_gatherings')
    .values({ allocation_id: allocationId, kind, round, peer, data: JSON.stringify(data) })
    .execute();
  // The round before stays for who asks again; earlier ones nobody can still wait for.
  await tx
    .deleteFrom('allocation_gatherings')
    .where('allocation_id', '=', allocationId)
    .where('kind', '=', kind)
    .where('round', '<', round - 1)
    .execute();
  return round;
}

/** What the peers of a round have brought, in the order in which they came. */
export async function roundData(
  db: Db,
  at: { allocationId: string; kind: Kind },
  round: number,
): Promise<{ peer: string; data: Record<string, unknown> }[]> {
  return db
    .selectFrom('allocation_gatherings')
    .select(['peer', 'data'])
    .where('allocation_id', '=', at.allocationId)
    .where('kind', '=', at.kind)
    .where('round', '=', round)
    .orderBy('id')
    .execute();
}

/** Who has gone away is not waited for, unless his round is full. */
export async function leaveRound(
  tx: Tx,
  at: { allocationId: string; kind: Kind; numPeers: number },
  peer: string,
): Promise<void> {
  await sql`delete from allocation_gatherings g
    where allocation_id = ${at.allocationId} and kind = ${at.kind} and peer = ${peer} and (
      select count(*) from allocation_gatherings o
      where o.allocation_id = g.allocation_id and o.kind = g.kind and o.round = g.round) < ${at.numPeers}`.execute(tx);
}

export async function forgetGatherings(tx: Tx, allocationId: string): Promise<void> {
  await tx.deleteFrom('allocation_gatherings').where('allocation_id', '=', allocationId).execute();
}
