import { patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { Tags } from 'lucide-react';
import { type Action, defineAction, type SubjectKind } from '#platform/actions/action.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { type TaggedSubject, taggedExperiment } from './tagged-subject.ts';

export const editTagsOf = <S extends TaggedSubject>(kind: SubjectKind<S>, thing: 'experiment' | 'run'): Action<S> =>
  defineAction({
    key: 'editTags',
    label: 'Edit Tags',
    icon: Tags,
    kind,
    route: patchExperimentRoute,
    // Which they are is for its dialog to say.
    request: (subject) => ({ experiment: { id: taggedExperiment(subject) } }),
    rule: () => 'acts',
    receipt: { kind: thing, act: 'labels', form: true },
    ask: async () => (await import('./edit-tags-dialog.tsx')).EditTagsDialog,
    get failed() {
      return worded`Unable to update experiment`;
    },
  });
