import { textOfError } from '@determined/contract/errors.ts';
import type { SearcherEvent, SearcherOperation } from '@determined/searchers/search-method.ts';
import { createSearcher, restoreSearcher, type Searcher } from '@determined/searchers/searcher.ts';
import type { SearcherConfig } from '@determined/searchers/searcher-registry.ts';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit, afterRollback } from '#platform/db/transaction.ts';
import { type Master, perMaster } from '#platform/master.ts';
import {
  insertSearcherEvents,
  readSearcherEvents,
  readSearcherSnapshot,
  type StoredSearcherEvent,
  storeSearcherSnapshot,
} from './search-store.ts';
import type { ExperimentRow } from './shared/experiment-state.ts';
import type { SearchDecision } from './shared/life-tables.ts';

/** Rebuilding costs at most so many events, and a snapshot is as good as nothing an event. */
const eventsPerSnapshot = 500;
const mostKept = 1000;

/**
 * Searchers as this master left them at its last commit; what another master has done since is read. A transaction takes
 * the searcher out and puts it back when it is committed; whoever has its experiment's lock next waits for that moment.
 */
const keptSearchers = perMaster(() => new Map<number, Promise<Searcher | undefined>>());
const inUse = new WeakMap<Tx, Map<number, Searcher>>();

/** The experiment's searcher after all events so far. The experiment is locked. docs/decisions/0055-running-searches.md */
async function takeSearcher(master: Master, tx: Tx, experiment: ExperimentRow): Promise<Searcher> {
  const { id } = experiment;
  const taken = inUse.get(tx)?.get(id);
  if (taken) return taken;
  const kept = keptSearchers(master);
  const searcher = (await caughtUp(tx, experiment, await kept.get(id))) ?? (await rebuilt(tx, experiment));
  inUse.set(tx, (inUse.get(tx) ?? new Map()).set(id, searcher));
  const settled = Promise.withResolvers<Searcher | undefined>();
  // Those that were used last are the last.
  kept.delete(id);
  kept.set(id, settled.promise);
  for (const [oldest] of kept) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  afterCommit(tx, () => settled.resolve(inUse.get(tx)?.get(id)));
  afterRollback(tx, () => settled.resolve(undefined));
  return searcher;
}

/** Its state is not to be trusted, or not needed any more: who needs it again rebuilds it. */
export function forgetSearcher(tx: Tx, experimentId: number): void {
  inUse.get(tx)?.delete(experimentId);
}

/** The searcher itself could not go on, as its `cause` says; nothing else of the transaction has failed. */
export class SearcherFailed extends Error {
  readonly code = 'searcher-failed';

  constructor(cause: unknown) {
    super(textOfError(cause), { cause });
  }
}

export interface SearchStep {
  operations: SearcherOperation[];
  searcher: Searcher;
}

/** Feeds events to the searcher and stores those that changed it. Throws `SearcherFailed` where it can't take them. */
export async function advanceSearch(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  events: readonly SearcherEvent[],
): Promise<SearchStep> {
  const searcher = await takeSearcher(master, tx, experiment);
  const before = searcher.taken;
  const operations: SearcherOperation[] = [];
  const changed: StoredSearcherEvent[] = [];
  for (const event of events) {
    const position = searcher.taken + 1;
    const decided = attempt(tx, experiment.id, () => searcher.handle(event));
    operations.push(...decided);
    if (searcher.taken === position)
      changed.push({ position, event: essence(experiment, event), decided: decisionOf(decided) });
  }
  if (changed.length > 0) await insertSearcherEvents(tx, experiment.id, changed, master.clock.now());
  if (Math.floor(before / eventsPerSnapshot) < Math.floor(searcher.taken / eventsPerSnapshot))
    await storeSearcherSnapshot(tx, experiment.id, searcher.snapshot());
  return { operations, searcher };
}

/** What was kept, with the events since; undefined where it does not fit to what is stored. */
async function caughtUp(
  tx: Tx,
  { id, search_begins }: ExperimentRow,
  kept: Searcher | undefined,
): Promise<Searcher | undefined> {
  // That of the search before the experiment was continued is of no use.
  if (kept === undefined || kept.taken <= search_begins) return undefined;
  const [last, ...since] = await readSearcherEvents(tx, id, kept.taken);
  if (last?.position !== kept.taken) return undefined;
  return attempt(tx, id, () => repeat(kept, id, since));
}

async function rebuilt(tx: Tx, experiment: ExperimentRow): Promise<Searcher> {
  const { id, config } = experiment;
  const snapshot = await readSearcherSnapshot(tx, id);
  // The same union, but of intersections, which the compiler does not tell apart by name.
  const searching = config.searcher as SearcherConfig;
  const searcher = attempt(tx, id, () =>
    snapshot
      ? restoreSearcher(snapshot)
      : createSearcher(searching, config.hyperparameters, config.reproducibility.experiment_seed, {
          taken: experiment.search_begins,
        }),
  );
  const since = await readSearcherEvents(tx, id, searcher.taken + 1);
  return attempt(tx, id, () => repeat(searcher, id, since));
}

/** What fails has perhaps done a part: the searcher is not used again. */
function attempt<T>(tx: Tx, id: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    forgetSearcher(tx, id);
    throw new SearcherFailed(error);
  }
}

/** The same events make the same decisions: were it otherwise, trials would be lost. */
function repeat(searcher: Searcher, id: number, events: readonly StoredSearcherEvent[]): Searcher {
  for (const { position, event, decided } of events) {
    const again = decisionOf(searcher.handle(event));
    if (searcher.taken !== position || JSON.stringify(again) !== JSON.stringify(normalised(decided)))
      throw new Error(`event ${position} of search ${id} decides otherwise than it did`);
  }
  return searcher;
}

function decisionOf(operations: readonly SearcherOperation[]): SearchDecision {
  const of = (kind: 'create' | 'stop') =>
    operations.flatMap((operation) => (operation.kind === kind ? [operation.requestId] : []));
  const shutdown = operations.find((operation) => operation.kind === 'shutdown');
  const end = shutdown && (shutdown.failure ? 'failed' : shutdown.cancel ? 'canceled' : 'completed');
  return normalised({ created: of('create'), stopped: of('stop'), end: end ?? null });
}

/** The database has its own order of keys. */
const normalised = ({ created, stopped, end }: SearchDecision): SearchDecision => ({ created, stopped, end });

/** An event as it is kept: of a report only what the searcher looks at. */
function essence({ config }: ExperimentRow, event: SearcherEvent): SearcherEvent {
  if (event.kind !== 'validation') return event;
  const { metric, ...searcher } = config.searcher;
  const looked = ['time_metric' in searcher ? searcher.time_metric : undefined, metric];
  const metrics = Object.entries(event.metrics).filter(([name]) => looked.includes(name));
  return { ...event, metrics: Object.fromEntries(metrics) };
}
