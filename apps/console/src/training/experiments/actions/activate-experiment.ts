import { everyProjectId } from '@determined/contract/limits.ts';
import { activateExperimentRoute, activateExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { Play } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { byRule, experimentKind } from './experiment-subject.ts';

export const activateExperiment = defineAction({
  key: 'activate',
  label: 'Activate',
  icon: Play,
  kind: experimentKind,
  route: activateExperimentRoute,
  request: ({ id }) => ({ id }),
  many: async (experimentIds) =>
    (await call(activateExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'activate' },
  rule: byRule('activate'),
  shown: { state: 'STATE_ACTIVE' },
  get failed() {
    return worded`Unable to activate experiment`;
  },
});
