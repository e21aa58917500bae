import type { SearchMethodFactory } from './search-method.ts';
import { isInvalidHyperparameters } from './search-method.ts';

export const DEFAULT_MAX_CONCURRENT_TRIALS = 16;

export interface RandomSearcherConfig {
  max_trials: number;
  /** 0: all at once. */
  max_concurrent_trials?: number | null;
}

export interface RandomSearcherState {
  created: number;
}

/** Random choices, so many at a time; each exit makes room for the next. */
export const randomSearcher: SearchMethodFactory<RandomSearcherConfig, RandomSearcherState> = (
  config,
  tools,
  saved,
) => {
  const state = saved ?? { created: 0 };
  const create = () => {
    state.created += 1;
    return tools.create(tools.sample());
  };
  return {
    initialTrials: () => Array.from({ length: atFirst(config.max_trials, config.max_concurrent_trials) }, create),
    trialExited: () => (state.created < config.max_trials ? [create()] : []),
    trialExitedEarly: (_requestId, reason) => {
      // A choice that could not be run does not count; its replacement comes when the trial is gone.
      if (isInvalidHyperparameters(reason)) state.created -= 1;
      return [];
    },
    state: () => state,
  };
};

/**
 * Whatever is asked for, no more trials than these live at once: each exit makes the next, so the search makes the same
 * trials in the same order, and a search of a million does not have to be stored in one go.
 */
export const MOST_CONCURRENT_TRIALS = 2000;

/** How many of `trials` start at once. */
export function atFirst(trials: number, maxConcurrent: number | null | undefined): number {
  const limit = maxConcurrent ?? DEFAULT_MAX_CONCURRENT_TRIALS;
  return Math.min(trials, limit > 0 ? limit : MOST_CONCURRENT_TRIALS, MOST_CONCURRENT_TRIALS);
}
