import { everyProjectId } from '@determined/contract/limits.ts';
import { experimentHasEnded, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import {
  archiveExperimentRoute,
  archiveExperimentsRoute,
  unarchiveExperimentRoute,
  unarchiveExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { defineAction, type Offer } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { byRule, type ExperimentSubject, experimentKind } from './experiment-subject.ts';

/** It has its place on every experiment that is not archived; why it can't be archived yet is said there. */
function archiveOffer(experiment: ExperimentSubject): Offer {
  if (experiment.archived) return 'absent';
  if (experiment.parentArchived) return { blocked: 'its project is archived' };
  if (!experimentHasEnded(experiment.state)) return { blocked: 'not ended yet' };
  const verdict = experimentRule('archive', experiment);
  return verdict.verdict === 'refused' ? { blocked: verdict.reason } : 'acts';
}

export const archiveExperiment = defineAction({
  key: 'archive',
  label: 'Archive',
  icon: Archive,
  kind: experimentKind,
  route: archiveExperimentRoute,
  request: ({ id }) => ({ id }),
  many: async (experimentIds) =>
    (await call(archiveExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'archive' },
  rule: archiveOffer,
  shown: { archived: true },
  done: { word: 'Archived', undo: () => unarchiveExperiment },
  get failed() {
    return worded`Unable to archive experiment`;
  },
});

export const unarchiveExperiment = defineAction({
  key: 'unarchive',
  label: 'Unarchive',
  icon: ArchiveRestore,
  kind: experimentKind,
  route: unarchiveExperimentRoute,
  request: ({ id }) => ({ id }),
  many: async (experimentIds) =>
    (await call(unarchiveExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'unarchive' },
  rule: byRule('unarchive'),
  shown: { archived: false },
  get failed() {
    return worded`Unable to unarchive experiment`;
  },
});
