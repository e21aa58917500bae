import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { Radar } from 'lucide-react';
import { type Action, defineAction, type SubjectKind } from '#platform/actions/action.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { needsToMakeFrom, notManaged, type SearchedSubject } from './searched-subject.ts';

/** A new search over the hyperparameters of what is there, in whatever state that is. */
export const hyperparameterSearchOf = <S extends SearchedSubject>(kind: SubjectKind<S>): Action<S> =>
  defineAction({
    key: 'hyperparameterSearch',
    label: 'Hyperparameter Search',
    icon: Radar,
    kind,
    route: createExperimentRoute,
    // What it is like is for its dialog to say.
    request: ({ id }) => ({ parentId: id }),
    rule: ({ unmanaged }) => (unmanaged ? { blocked: notManaged } : 'acts'),
    needs: needsToMakeFrom,
    ask: async () => (await import('./hp-search-dialog.tsx')).HpSearchDialog,
    get failed() {
      return worded`Unable to create experiment`;
    },
  });

/** For the page of a trial or of an experiment's hyperparameters. */
export const hyperparameterSearch = hyperparameterSearchOf<SearchedSubject>({
  entity: 'experiment',
  get noun() {
    return worded`experiment`;
  },
  mark: 'unmanaged',
  target: ({ userId, workspaceId }) => ({ ownerId: userId, workspaceId }),
});
