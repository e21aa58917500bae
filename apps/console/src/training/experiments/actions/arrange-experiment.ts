import { experimentHasEnded, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import {
  moveExperimentRoute,
  patchExperimentRoute,
  putExperimentRetainLogsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { FolderInput, History, Pencil } from 'lucide-react';
import { defineAction, type Offer } from '#platform/actions/action.ts';
import { addNoteOf } from '../../shared/notes/add-note.ts';
import { editTagsOf } from '../../shared/tags/edit-tags.ts';
import { failedWords } from './arrange-words.ts';
import { type ExperimentSubject, experimentKind } from './experiment-subject.ts';

const whereNotArchived = ({ archived, parentArchived }: ExperimentSubject): Offer =>
  archived || parentArchived ? 'absent' : 'acts';

function retainOffer({ archived, state }: ExperimentSubject): Offer {
  if (archived) return { blocked: 'is archived' };
  return experimentHasEnded(state) ? 'acts' : { blocked: 'not ended yet' };
}

export const moveExperiment = defineAction({
  key: 'move',
  label: 'Move',
  icon: FolderInput,
  kind: experimentKind,
  route: moveExperimentRoute,
  // Where to is for its dialog to say.
  request: ({ id }: ExperimentSubject) => ({ experimentId: id, destinationProjectId: 0 }),
  rule: (experiment) =>
    experimentRule('move', experiment).verdict === 'acts' ? whereNotArchived(experiment) : 'absent',
  receipt: { kind: 'experiment', act: 'move', form: true },
  ask: async () => (await import('../forms/move-experiment-dialog.tsx')).MoveExperimentDialog,
  leaves: true,
  failed: failedWords.move,
});

export const retainLogs = defineAction({
  key: 'retainLogs',
  label: 'Retain Logs',
  icon: History,
  kind: experimentKind,
  route: putExperimentRetainLogsRoute,
  request: ({ id }: ExperimentSubject) => ({ experimentId: id }),
  rule: retainOffer,
  receipt: { kind: 'experiment', act: 'retainLogs', form: true },
  ask: async () => (await import('../forms/retain-logs-dialog.tsx')).RetainLogsDialog,
  failed: failedWords.retainLogs,
});

export const editExperiment = defineAction({
  key: 'edit',
  label: 'Edit',
  icon: Pencil,
  kind: experimentKind,
  route: patchExperimentRoute,
  request: ({ id }: ExperimentSubject) => ({ experiment: { id } }),
  rule: whereNotArchived,
  ask: async () => (await import('../forms/edit-experiment-dialog.tsx')).EditExperimentDialog,
  failed: failedWords.edit,
});

/** To those of what is chosen. */
export const addNote = addNoteOf(
  experimentKind,
  'experiment',
  ({ archived, parentArchived }) => archived || parentArchived === true,
);

export const editTags = editTagsOf(experimentKind, 'experiment');
