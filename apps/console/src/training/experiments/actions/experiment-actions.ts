import { activateExperiment } from './activate-experiment.ts';
import { archiveExperiment, unarchiveExperiment } from './archive-experiment.ts';
import type { ExperimentAction } from './experiment-action.ts';
import { pauseExperiment } from './pause-experiment.ts';
import { killExperiment, stopExperiment } from './stop-experiment.ts';

/** In the order of the specification: state first, then the menu's. */
export const experimentActions: readonly ExperimentAction[] = [
  pauseExperiment,
  activateExperiment,
  stopExperiment,
  killExperiment,
  archiveExperiment,
  unarchiveExperiment,
];

/** The ones that stand as buttons in the header. */
export const headerActions: readonly ExperimentAction[] = [pauseExperiment, activateExperiment, stopExperiment];
