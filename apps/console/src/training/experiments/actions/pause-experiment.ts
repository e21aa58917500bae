import { everyProjectId } from '@determined/contract/limits.ts';
import { pauseExperimentRoute, pauseExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { Pause } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { activateExperiment } from './activate-experiment.ts';
import { byRule, experimentKind } from './experiment-subject.ts';

const acts = byRule('pause');

export const pauseExperiment = defineAction({
  key: 'pause',
  label: 'Pause',
  icon: Pause,
  kind: experimentKind,
  route: pauseExperimentRoute,
  request: ({ id }) => ({ id }),
  many: async (experimentIds) =>
    (await call(pauseExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'pause' },
  // Shown disabled with its reason rather than hidden.
  rule: (experiment) =>
    experiment.unmanaged && experiment.state === 'STATE_RUNNING'
      ? { blocked: 'Not available for unmanaged workloads' }
      : acts(experiment),
  shown: { state: 'STATE_PAUSED' },
  done: { word: 'Paused', undo: () => activateExperiment },
  get failed() {
    return worded`Unable to pause experiment`;
  },
});
