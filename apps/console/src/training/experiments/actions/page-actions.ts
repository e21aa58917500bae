import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { continueExperimentRoute, createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { GitFork, Repeat, RotateCw } from 'lucide-react';
import { type Action, defineAction, type Offer, whereActs } from '#platform/actions/action.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { needsToMakeFrom, notManaged } from '../../shared/hp-search/searched-subject.ts';
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
  get label() {
    return worded`Continue Trial`;
  },
  icon: RotateCw,
  kind: experimentKind,
  route: continueExperimentRoute,
  request: ({ id }: PageSubject) => ({ id }),
  needs,
  get failed() {
    return worded`Unable to continue this experiment`;
  },
};

/** What of a random or grid search failed or was stopped is done again; of one that has come to its end, what failed. */
function retryOffer(experiment: PageSubject): Offer {
  const { state, searcher, errored, unmanaged } = experiment;
  if (searcher === 'single' || (state === 'STATE_COMPLETED' && errored === 0)) return 'absent';
  const offer = whereActs(experimentRule('continue', { ...experiment, unmanaged: false }));
  return offer === 'acts' && unmanaged ? { blocked: notManaged } : offer;
}

const retry = defineAction({
  ...continuing,
  key: 'retry',
  label: 'Retry',
  icon: Repeat,
  rule: retryOffer,
});

/** A search of many goes on as it is. */
const continueSearch = defineAction({
  ...continuing,
  key: 'continueSearch',
  rule: (experiment: PageSubject) => (experiment.searcher === 'single' ? 'absent' : continueOffer(experiment)),
});

/** The only trial of a search may go on, in its place or in a new experiment: asks. */
const continueTrial = defineAction({
  ...continuing,
  key: 'continue',
  rule: (experiment: PageSubject) => (experiment.searcher === 'single' ? continueOffer(experiment) : 'absent'),
  ask: async () => (await import('../forms/continue-dialog.tsx')).ContinueDialog,
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
export const pageActions: readonly Action<PageSubject>[] = [retry, forkExperiment, continueSearch, continueTrial];
