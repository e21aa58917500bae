import { patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { NotebookPen } from 'lucide-react';
import { type Action, defineAction, type SubjectKind } from '#platform/actions/action.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { type TaggedSubject, taggedExperiment } from '../tags/tagged-subject.ts';

/** Adds to the notes of what is chosen; `archived`: these are read-only. */
export const addNoteOf = <S extends TaggedSubject>(
  kind: SubjectKind<S>,
  thing: 'experiment' | 'run',
  archived: (subject: S) => boolean,
): Action<S> =>
  defineAction({
    key: 'addNote',
    label: 'Add Note',
    icon: NotebookPen,
    kind,
    route: patchExperimentRoute,
    // What it says is for its dialog to say.
    request: (subject) => ({ experiment: { id: taggedExperiment(subject) } }),
    rule: (subject) => (archived(subject) ? { blocked: 'is archived' } : 'acts'),
    receipt: { kind: thing, act: 'note', form: true },
    ask: async () => (await import('./add-note-dialog.tsx')).AddNoteDialog,
    get failed() {
      return worded`Unable to update experiment notes.`;
    },
  });
