import type { Experiment, Searcher } from '../../shared/experiment.ts';

/** What every part of the experiment page is given. */
export interface ExperimentDetails {
  experiment: Experiment;
  config: unknown;
  searcher: Searcher;
}
