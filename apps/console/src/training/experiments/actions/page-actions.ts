import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { continueExperimentRoute, createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { GitFork, RotateCw } from 'lucide-react';
import { type Action, defineAction, type Offer, whereActs } from '#platform/actions/action.ts';
import { needsToMakeFrom, notManaged } from '../../shared/hp-search/searched-subject.ts';
import { ContinueDialog } from './continue-dialog.tsx';
import { experimentKind, type PageSubject } from './experiment-subject.ts';

const needs = { ...needsToMakeFrom, and: [...needsToMakeFrom.and, 'UPDATE_EXPERIMENT'] } as const;

/** One trial, in whatever end; of a random or grid search what failed or was stopped. */
function continueOffer(experiment: PageSubject): Offer {
  const { state, searcher, numTrials, unmanaged } = experiment;
  const alone = searcher === 'single' || numTrials === 1;
  const offer = whereActs(experimentRule('continue', { ...experiment, unmanaged: false }));
  if (offer !== 'acts' || (!alone && state === 'STATE_COMPLETED')) return 'absent';
  return unmanaged ? { blocked: notManaged } : offer;
}

const continuing = {
  label: 'Continue Trial',
  icon: RotateCw,
  kind: experimentKind,
  route: continueExperimentRoute,
  request: ({ id }: PageSubject) => ({ id }),
  needs,
  failed: 'Unable to continue this experiment',
};

/** A search of many goes on as it is. */
const continueSearch = defineAction({
  ...continuing,
  key: 'continueSearch',
  rule: (experiment: PageSubject) => (experiment.searcher === 'single' ? 'absent' : continueOffer(experiment)),
});

/** The only trial of a search may go on under a changed configuration: asks. */
const continueTrial = defineAction({
  ...continuing,
  key: 'continue',
  rule: (experiment: PageSubject) => (experiment.searcher === 'single' ? continueOffer(experiment) : 'absent'),
  ask: async () => ContinueDialog,
});

/** A new one with its files. */
const forkExperiment = defineAction({
  key: 'fork',
  label: 'Fork',
  icon: GitFork,
  kind: experimentKind,
  route: createExperimentRoute,
  request: ({ id, originalConfig }: PageSubject) => ({ parentId: id, config: originalConfig, activate: true }),
  rule: ({ parentArchived, unmanaged }: PageSubject) => {
    if (parentArchived) return 'absent';
    return unmanaged ? { blocked: notManaged } : 'acts';
  },
  needs: needsToMakeFrom,
  ask: async () => (await import('../forms/fork-dialog.tsx')).ForkDialog,
  failed: 'Unable to fork with the provided config.',
});

/** In the order of the specification. */
export const pageActions: readonly Action<PageSubject>[] = [forkExperiment, continueSearch, continueTrial];
