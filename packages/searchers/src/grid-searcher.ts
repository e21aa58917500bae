import { hyperparameterGrid } from './hyperparameter-grid.ts';
import { atFirst } from './random-searcher.ts';
import type { SearchMethodFactory } from './search-method.ts';

export interface GridSearcherConfig {
  /** 0: all at once. */
  max_concurrent_trials?: number | null;
}

export interface GridSearcherState {
  taken: number;
}

/** Every point of the grid once, taken from the end of the list; an invalid point is not replaced. */
export const gridSearcher: SearchMethodFactory<GridSearcherConfig, GridSearcherState> = (config, tools, saved) => {
  const grid = hyperparameterGrid(tools.space);
  const state = saved ?? { taken: 0 };
  const create = () => {
    state.taken += 1;
    return tools.create(grid.point(grid.size - state.taken));
  };
  return {
    initialTrials: () => Array.from({ length: atFirst(grid.size, config.max_concurrent_trials) }, create),
    trialExited: () => (state.taken < grid.size ? [create()] : []),
    state: () => state,
  };
};
