import { type RandomSearcherState, randomSearcher } from './random-searcher.ts';
import type { SearchMethodFactory } from './search-method.ts';

/** One random choice; unlike a random search of one it is not replaced when it can't be run. */
export const singleSearcher: SearchMethodFactory<object, RandomSearcherState> = (_config, tools, saved) => ({
  ...randomSearcher({ max_trials: 1, max_concurrent_trials: 1 }, tools, saved),
  trialExitedEarly: () => [],
});
