import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { pauseExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { Pause } from 'lucide-react';
import { call } from '#platform/api/call.ts';
import type { ExperimentAction } from './experiment-action.ts';

export const pauseExperiment: ExperimentAction = {
  key: 'pause',
  label: 'Pause',
  icon: Pause,
  offered: (experiment) => experimentRule('pause', experiment).verdict === 'acts' || isRunningUnmanaged(experiment),
  needs: pauseExperimentRoute.needs,
  managedOnly: true,
  run: ({ id }) => call(pauseExperimentRoute, { id }),
  shown: { state: 'STATE_PAUSED' },
  failed: 'Unable to pause experiment',
};

/** Shown disabled with its reason rather than hidden. */
function isRunningUnmanaged(experiment: { unmanaged: boolean; state: string }): boolean {
  return experiment.unmanaged && experiment.state === 'STATE_RUNNING';
}
