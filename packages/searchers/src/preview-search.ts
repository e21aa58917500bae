import { adaptiveBrackets, divisorOf, halvingBracket, plannedTrials } from './asha-brackets.ts';
import { hyperparameterGrid } from './hyperparameter-grid.ts';
import { type Hyperparameters, readHyperparameters } from './hyperparameter-space.ts';
import type { SearcherConfig } from './searcher-registry.ts';

export interface PlannedTrials {
  count: number;
  /** How far they train, in units of a metric; undefined where that is the training's own business. */
  until: { name: string; value: number } | undefined;
}

/** What a search is meant to do, before it has begun. Throws a `SearchError` for one that can't be run. */
export function previewSearch(config: SearcherConfig, hyperparameters: Hyperparameters): PlannedTrials[] {
  switch (config.name) {
    case 'single':
      return [{ count: 1, until: undefined }];
    case 'random':
      return [{ count: config.max_trials, until: undefined }];
    case 'grid':
      return [{ count: hyperparameterGrid(readHyperparameters(hyperparameters)).size, until: undefined }];
    case 'adaptive_asha':
    case 'async_halving': {
      const brackets = config.name === 'adaptive_asha' ? adaptiveBrackets(config) : [halvingBracket(config)];
      const planned = plannedTrials(brackets, divisorOf(config));
      return planned.map(({ units, count }) => ({ count, until: { name: config.time_metric, value: units } }));
    }
  }
}
