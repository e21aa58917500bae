import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { activateExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { Play } from 'lucide-react';
import { call } from '#platform/api/call.ts';
import type { ExperimentAction } from './experiment-action.ts';

export const activateExperiment: ExperimentAction = {
  key: 'activate',
  label: 'Activate',
  icon: Play,
  offered: (experiment) => experimentRule('activate', experiment).verdict === 'acts',
  needs: activateExperimentRoute.needs,
  managedOnly: true,
  run: ({ id }) => call(activateExperimentRoute, { id }),
  shown: { state: 'STATE_ACTIVE' },
  failed: 'Unable to activate experiment',
};
