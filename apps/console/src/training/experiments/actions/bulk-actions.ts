import type { Action } from '#platform/actions/action.ts';
import { activateExperiment } from './activate-experiment.ts';
import { archiveExperiment, unarchiveExperiment } from './archive-experiment.ts';
import { addNote, editTags, moveExperiment, retainLogs } from './arrange-experiment.ts';
import { deleteExperiment } from './delete-experiment.tsx';
import type { ExperimentSubject } from './experiment-subject.ts';
import { pauseExperiment } from './pause-experiment.ts';
import { killExperiment } from './stop-experiment.tsx';

/** What the selection bar offers. */
export const bulkActions: readonly Action<ExperimentSubject>[] = [
  moveExperiment,
  retainLogs,
  editTags,
  addNote,
  archiveExperiment,
  unarchiveExperiment,
  { ...activateExperiment, label: 'Resume' },
  pauseExperiment,
  killExperiment,
  deleteExperiment,
];
