import { type Selectable, sql, type Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { AllocationPlacesTable } from '#platform/db/tables/task-tables.ts';
import { placesChanged } from '../allocation-events.ts';

export type PlaceRow = Selectable<AllocationPlacesTable>;
export type PlaceKey = Pick<PlaceRow, 'allocation_id' | 'rank'>;

/** The parts of an allocation, by rank. */
export function readPlaces(db: Db, allocationId: string): Promise<PlaceRow[]> {
  return db
    .selectFrom('allocation_places')
    .selectAll()
    .where('allocation_id', '=', allocationId)
    .orderBy('rank')
    .execute();
}

/** Parts that have not ended, by allocation and rank. */
export async function openPlaces(db: Db): Promise<Map<string, PlaceRow[]>> {
  const rows = await db
    .selectFrom('allocation_places')
    .selectAll()
    .where('state', '<>', 'ENDED')
    .orderBy('rank')
    .execute();
  return Map.groupBy(rows, ({ allocation_id }) => allocation_id);
}

type NewPlace = Pick<PlaceRow, 'rank' | 'manager' | 'agent_id' | 'slot_ids' | 'container_id' | 'state'> &
  Partial<Pick<PlaceRow, 'address'>>;

export async function insertPlaces(tx: Tx, allocationId: string, places: readonly NewPlace[]): Promise<void> {
  await tx
    .insertInto('allocation_places')
    .values(places.map((place) => ({ ...place, allocation_id: allocationId })))
    .execute();
  publish(tx, placesChanged, {});
}

/** The allocation is locked by the caller: its parts change under its lock. */
export async function updatePlace(tx: Tx, key: PlaceKey, change: Updateable<AllocationPlacesTable>): Promise<void> {
  await tx
    .updateTable('allocation_places')
    .set(change)
    .where('allocation_id', '=', key.allocation_id)
    .where('rank', '=', key.rank)
    .execute();
  publish(tx, placesChanged, {});
}

/** Its runner has reached a master just now, by the database's clock, as machines are seen. */
export async function seePlace(db: Db, key: PlaceKey): Promise<void> {
  await db
    .updateTable('allocation_places')
    .set({ seen_at: sql<string>`now()` })
    .where('allocation_id', '=', key.allocation_id)
    .where('rank', '=', key.rank)
    .execute();
}
