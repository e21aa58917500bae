import { experimentHasEnded, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { archiveExperimentRoute, unarchiveExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { call } from '#platform/api/call.ts';
import type { ExperimentAction } from './experiment-action.ts';

export const archiveExperiment: ExperimentAction = {
  key: 'archive',
  label: 'Archive',
  icon: Archive,
  offered: (experiment) => !experiment.archived,
  blocked: (experiment) => {
    if (experiment.parentArchived) return 'its project is archived';
    if (!experimentHasEnded(experiment.state)) return 'not ended yet';
    const verdict = experimentRule('archive', experiment);
    return verdict.verdict === 'refused' ? verdict.reason : undefined;
  },
  needs: archiveExperimentRoute.needs,
  run: ({ id }) => call(archiveExperimentRoute, { id }),
  shown: { archived: true },
  failed: 'Unable to archive experiment',
};

export const unarchiveExperiment: ExperimentAction = {
  key: 'unarchive',
  label: 'Unarchive',
  icon: ArchiveRestore,
  offered: (experiment) => experimentRule('unarchive', experiment).verdict === 'acts',
  needs: unarchiveExperimentRoute.needs,
  run: ({ id }) => call(unarchiveExperimentRoute, { id }),
  shown: { archived: false },
  failed: 'Unable to unarchive experiment',
};
