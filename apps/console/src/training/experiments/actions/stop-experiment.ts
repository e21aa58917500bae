import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { cancelExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { CircleStop, OctagonX } from 'lucide-react';
import type { ExperimentAction } from './experiment-action.ts';
import { KillExperimentDialog, StopExperimentDialog } from './stop-experiment-dialog.tsx';

export const stopExperiment: ExperimentAction = {
  key: 'stop',
  label: 'Stop',
  icon: CircleStop,
  danger: true,
  offered: (experiment) => experimentRule('cancel', experiment).verdict === 'acts',
  needs: cancelExperimentRoute.needs,
  managedOnly: true,
  Dialog: StopExperimentDialog,
  shown: { state: 'STATE_STOPPING_CANCELED' },
  failed: 'Unable to stop experiment',
};

/** Also for one that is stopping and takes too long. */
export const killExperiment: ExperimentAction = {
  key: 'kill',
  label: 'Kill',
  icon: OctagonX,
  danger: true,
  offered: (experiment) => experimentRule('kill', experiment).verdict === 'acts',
  needs: killExperimentRoute.needs,
  managedOnly: true,
  Dialog: KillExperimentDialog,
  shown: { state: 'STATE_STOPPING_KILLED' },
  failed: 'Unable to stop experiment',
};
