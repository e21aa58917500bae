import { type Hparams, type Hyperparameters, readHyperparameters } from './hyperparameter-space.ts';
import { MersenneTwister, type RandomState } from './mersenne-twister.ts';
import { sampleHyperparameters } from './sample-hyperparameters.ts';
import {
  type CreateOperation,
  type EarlyExitReason,
  isInvalidHyperparameters,
  type SearcherEvent,
  type SearcherOperation,
  type SearchMethod,
} from './search-method.ts';
import { type SearcherConfig, searchMethod } from './searcher-registry.ts';

interface LiveTrial {
  requestId: string;
  exitedEarly: EarlyExitReason | null;
}

/** Trials that are gone are only counted, so that a snapshot grows with what runs, not with what ran. */
interface Counts {
  requested: number;
  closed: number;
  /** Closed, and gave up because of their hyperparameters: they say nothing about progress. */
  invalid: number;
  failed: number;
  canceled: number;
}

/** The whole of a search between two events, as plain JSON; lists, not maps, because jsonb reorders keys. */
export interface SearcherSnapshot {
  version: 1;
  config: SearcherConfig;
  hyperparameters: Hyperparameters;
  random: RandomState;
  started: boolean;
  /** How many events have changed it; absent in what an older version stored. */
  taken?: number;
  counts: Counts;
  live: LiveTrial[];
  method: unknown;
}

/**
 * `seed` is the experiment's: the same seed and the same events make the same search. Throws a `SearchError` for a
 * configuration that can't be searched; what only shows while values are drawn, the `initial` event throws. `taken` are the
 * events of an earlier search of the experiment, which its own are counted on from.
 */
export function createSearcher(
  config: SearcherConfig,
  hyperparameters: Hyperparameters,
  seed: number,
  { taken = 0 }: { taken?: number } = {},
): Searcher {
  return new Searcher({
    version: 1,
    config,
    hyperparameters,
    random: { seed, drawn: 0 },
    started: false,
    taken,
    counts: { requested: 0, closed: 0, invalid: 0, failed: 0, canceled: 0 },
    live: [],
    method: undefined,
  });
}

/** Goes on bit for bit from where the snapshot was taken. */
export function restoreSearcher(snapshot: SearcherSnapshot): Searcher {
  return new Searcher(structuredClone(snapshot));
}

/**
 * A running search: events in, operations out. Events about trials that are gone, or of a search that is over, are
 * answered with nothing, so late and repeated messages do no harm. If `handle` throws, or what it decided could not be
 * stored, the object has to be dropped and restored from the last snapshot.
 */
export class Searcher {
  readonly #config: SearcherConfig;
  readonly #hyperparameters: Hyperparameters;
  readonly #random: MersenneTwister;
  readonly #counts: Counts;
  readonly #live: Map<string, LiveTrial>;
  readonly #method: SearchMethod;
  #started: boolean;
  #taken: number;

  constructor(snapshot: SearcherSnapshot) {
    this.#config = snapshot.config;
    this.#hyperparameters = snapshot.hyperparameters;
    this.#random = new MersenneTwister(snapshot.random);
    this.#started = snapshot.started;
    this.#taken = snapshot.taken ?? 0;
    this.#counts = snapshot.counts;
    this.#live = new Map(snapshot.live.map((trial) => [trial.requestId, trial]));
    const space = readHyperparameters(snapshot.hyperparameters);
    this.#method = searchMethod(
      snapshot.config,
      {
        space,
        sample: () => sampleHyperparameters(space, this.#random),
        create: (hparams) => this.#create(hparams),
      },
      snapshot.method,
    );
  }

  handle(event: SearcherEvent): SearcherOperation[] {
    if (event.kind === 'initial') {
      if (this.#started) throw new Error('the search has been started before');
      this.#started = true;
      this.#taken += 1;
      return this.#withShutdown(this.#method.initialTrials());
    }
    const trial = this.#live.get(event.requestId);
    if (trial === undefined) return [];
    switch (event.kind) {
      case 'validation':
        return this.#validated(trial.requestId, event.metrics);
      case 'exited_early':
        return this.#exitedEarly(trial, event.reason);
      case 'exited':
        this.#taken += 1;
        this.#live.delete(trial.requestId);
        this.#counts.closed += 1;
        if (trial.exitedEarly && isInvalidHyperparameters(trial.exitedEarly)) this.#counts.invalid += 1;
        return this.#withShutdown(this.#method.trialExited(trial.requestId));
    }
  }

  /** How many events have changed it: those that came before are of no more use, an event that changes nothing is none. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether its progress follows from its events alone. */
  get knowsProgress(): boolean {
    return this.#method.progress !== undefined;
  }

  /**
   * 0 to 1: what the method knows, else the mean over all trials so far, those that could not run left out.
   * @param reported how far the trials that live have said to be, by request.
   */
  progress(reported: ReadonlyMap<string, number>): number {
    if (this.#method.progress !== undefined) return this.#method.progress();
    const done = this.#counts.closed - this.#counts.invalid;
    const running = [...this.#live.values()].filter((trial) => !isInvalid(trial));
    const sum = running.reduce((total, { requestId }) => total + share(reported.get(requestId) ?? 0), done);
    return sum / (done + running.length) || 0;
  }

  snapshot(): SearcherSnapshot {
    return structuredClone({
      version: 1,
      config: this.#config,
      hyperparameters: this.#hyperparameters,
      random: this.#random.state(),
      started: this.#started,
      taken: this.#taken,
      counts: this.#counts,
      live: [...this.#live.values()],
      method: this.#method.state(),
    });
  }

  #validated(requestId: string, metrics: Readonly<Record<string, unknown>>): SearcherOperation[] {
    const decided = this.#method.validationCompleted?.(requestId, metrics);
    if (decided !== undefined) this.#taken += 1;
    return decided ?? [];
  }

  #exitedEarly(trial: LiveTrial, reason: EarlyExitReason): SearcherOperation[] {
    if (trial.exitedEarly !== null) return [];
    trial.exitedEarly = reason;
    this.#taken += 1;
    if (reason === 'ERRORED') this.#counts.failed += 1;
    if (reason === 'USER_CANCELED') this.#counts.canceled += 1;
    return this.#method.trialExitedEarly?.(trial.requestId, reason) ?? [];
  }

  /** The order of the draws (values, request id, trial seed) is fixed: a seed has to give the same trials for ever. */
  #create(hparams: Hparams): CreateOperation {
    const requestId = uuidV4(this.#random.bytes(16));
    const trialSeed = this.#random.below(2 ** 31);
    this.#live.set(requestId, { requestId, exitedEarly: null });
    this.#counts.requested += 1;
    return { kind: 'create', requestId, trialSeed, hparams };
  }

  #withShutdown(operations: SearcherOperation[]): SearcherOperation[] {
    const { requested, closed, failed, canceled } = this.#counts;
    if (closed < requested) return operations;
    const all = (count: number) => requested > 0 && count >= requested;
    return [...operations, { kind: 'shutdown', cancel: all(canceled), failure: all(failed) }];
  }
}

const share = (progress: number) => Math.min(Math.max(progress, 0), 1) || 0;

function isInvalid(trial: LiveTrial): boolean {
  return trial.exitedEarly !== null && isInvalidHyperparameters(trial.exitedEarly);
}

function uuidV4(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, i) => {
    const marked = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  const part = (from: number, to: number) => hex.slice(from, to).join('');
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-');
}
