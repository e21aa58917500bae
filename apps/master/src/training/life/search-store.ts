import type { SearcherEvent } from '@determined/searchers/search-method.ts';
import type { SearcherSnapshot } from '@determined/searchers/searcher.ts';
import type { Tx } from '#platform/db/database.ts';
import type { SearchDecision } from './shared/life-tables.ts';

export interface StoredSearcherEvent {
  position: number;
  event: SearcherEvent;
  decided: SearchDecision;
}

/** Events from a position on, in order. */
export async function readSearcherEvents(tx: Tx, experimentId: number, from: number): Promise<StoredSearcherEvent[]> {
  return tx
    .selectFrom('searcher_events')
    .select(['position', 'event', 'decided'])
    .where('experiment_id', '=', experimentId)
    .where('position', '>=', from)
    .orderBy('position')
    .execute();
}

export async function insertSearcherEvents(
  tx: Tx,
  experimentId: number,
  events: readonly StoredSearcherEvent[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('searcher_events')
    .values(
      events.map(({ position, event, decided }) => ({
        experiment_id: experimentId,
        position,
        at: at.toISOString(),
        event: JSON.stringify(event),
        decided: JSON.stringify(decided),
      })),
    )
    .execute();
}

/** The last snapshot of a search; undefined while there is none. */
export async function readSearcherSnapshot(tx: Tx, experimentId: number): Promise<SearcherSnapshot | undefined> {
  const row = await tx
    .selectFrom('searcher_snapshots')
    .select('snapshot')
    .where('experiment_id', '=', experimentId)
    .executeTakeFirst();
  return row && JSON.parse(row.snapshot);
}

export async function storeSearcherSnapshot(tx: Tx, experimentId: number, taken: SearcherSnapshot): Promise<void> {
  const snapshot = JSON.stringify(taken);
  await tx
    .insertInto('searcher_snapshots')
    .values({ experiment_id: experimentId, snapshot })
    .onConflict((conflict) => conflict.column('experiment_id').doUpdateSet({ snapshot }))
    .execute();
}

/** A search that is over is not gone on with. */
export async function dropSearcherSnapshots(tx: Tx, experimentIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('searcher_snapshots')
    .where('experiment_id', '=', (eb) => eb.fn.any(eb.val(experimentIds)))
    .execute();
}
