import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { ResourceManager } from '../../../cluster/resource-managers/shared/resource-managers.ts';
import type { PlaceRow } from '../shared/place-store.ts';

/** The machines that one launcher reaches. */
export interface Reach {
  manager: ResourceManager;
  /** Whose machines these are: this installation's, or nobody's, where an engine has them. */
  owner: string;
  /** How it writes: an engine is driven by whoever leads, so nobody else may write for it any more. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface ReachedPlace extends PlaceRow {
  /** It is to be killed, alone or with its allocation, or its allocation has ended without it. */
  unwanted: boolean;
}

/** The places at one launcher that have not ended: those on its machines, or all that its engine was given. */
export function reachedPlaces(db: Db, { manager, owner }: Pick<Reach, 'manager' | 'owner'>): Promise<ReachedPlace[]> {
  const query = db
    .selectFrom('allocation_places as p')
    .innerJoin('allocations as a', 'a.id', 'p.allocation_id')
    .selectAll('p')
    .select(sql<boolean>`p.kill_requested or a.kill_requested or a.state = 'TERMINATED'`.as('unwanted'))
    .where('p.state', '<>', 'ENDED')
    .orderBy('a.requested_at');
  // What an engine was given is launched as one; its further ranks are told with the first.
  if (manager.launcher.placesWork) return query.where('p.manager', '=', manager.name).where('p.rank', '=', 0).execute();
  const own = db.selectFrom('agents').select('id').where('owner', '=', owner);
  return query.where('p.agent_id', 'in', own).execute();
}
