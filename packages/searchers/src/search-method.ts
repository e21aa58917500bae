import type { Hparams, NestedSpace } from './hyperparameter-space.ts';

export type EarlyExitReason = 'ERRORED' | 'USER_CANCELED' | 'INVALID_HP' | 'INIT_INVALID_HP' | 'USER_REQUESTED_STOP';

/**
 * What happens to a search. Of a trial that was stopped only `exited` is told: that it had to end says all, and how it
 * does decides nothing more.
 */
export type SearcherEvent =
  | { kind: 'initial' }
  | { kind: 'validation'; requestId: string; metrics: Readonly<Record<string, unknown>> }
  | { kind: 'exited_early'; requestId: string; reason: EarlyExitReason }
  | { kind: 'exited'; requestId: string };

export interface CreateOperation {
  kind: 'create';
  requestId: string;
  trialSeed: number;
  hparams: Hparams;
}

export interface StopOperation {
  kind: 'stop';
  requestId: string;
}

/** The search is over; `failure` and `cancel` when every one of its trials failed or was canceled. */
export interface ShutdownOperation {
  kind: 'shutdown';
  cancel: boolean;
  failure: boolean;
}

export type SearcherOperation = CreateOperation | StopOperation | ShutdownOperation;

/** What a method may use. Both draw from the one generator of the experiment, so the order of calls matters. */
export interface SearchTools {
  space: NestedSpace;
  sample(): Hparams;
  create(hparams: Hparams): CreateOperation;
}

/**
 * The part that differs from searcher to searcher. Which trials live, how far they are, repeated messages and the end
 * of the search are the `Searcher`'s business: a method only ever hears of trials that it created and that still live.
 */
export interface SearchMethod {
  initialTrials(): CreateOperation[];
  trialExited(requestId: string): (CreateOperation | StopOperation)[];
  trialExitedEarly?(requestId: string, reason: EarlyExitReason): (CreateOperation | StopOperation)[];
  /** Undefined where it changes nothing: such a report need not be remembered. */
  validationCompleted?(
    requestId: string,
    metrics: Readonly<Record<string, unknown>>,
  ): (CreateOperation | StopOperation)[] | undefined;
  /** 0 to 1; without it, the mean over the trials. */
  progress?(): number;
  /** What the factory needs to go on from here: plain JSON (no NaN, no infinity, no undefined). */
  state(): unknown;
}

/** `saved` is a former `state()` of the same method. */
export type SearchMethodFactory<Config, State> = (
  config: Config,
  tools: SearchTools,
  saved: State | undefined,
) => SearchMethod;

export function isInvalidHyperparameters(reason: EarlyExitReason): boolean {
  return reason === 'INVALID_HP' || reason === 'INIT_INVALID_HP';
}
