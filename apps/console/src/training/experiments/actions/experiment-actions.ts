import type { Action } from '#platform/actions/action.ts';
import { hyperparameterSearchOf } from '../../shared/hp-search/hp-search-action.ts';
import { activateExperiment } from './activate-experiment.ts';
import { archiveExperiment, unarchiveExperiment } from './archive-experiment.ts';
import { editExperiment, moveExperiment, retainLogs } from './arrange-experiment.ts';
import { deleteExperiment } from './delete-experiment.tsx';
import { type ExperimentSubject, experimentKind } from './experiment-subject.ts';
import { pauseExperiment } from './pause-experiment.ts';
import { killExperiment, stopExperiment } from './stop-experiment.tsx';

/** In the order of the specification: state first, then the menu's. */
export const experimentActions: readonly Action<ExperimentSubject>[] = [
  pauseExperiment,
  activateExperiment,
  stopExperiment,
  killExperiment,
  moveExperiment,
  retainLogs,
  hyperparameterSearchOf(experimentKind),
  editExperiment,
  archiveExperiment,
  unarchiveExperiment,
  deleteExperiment,
];

/** The ones that stand as buttons in the header. */
export const headerActions: readonly string[] = [pauseExperiment, activateExperiment, stopExperiment].map(
  (action) => action.key,
);
