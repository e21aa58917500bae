import { everyProjectId } from '@determined/contract/limits.ts';
import {
  cancelExperimentRoute,
  cancelExperimentsRoute,
  killExperimentRoute,
  killExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { CircleStop, OctagonX } from 'lucide-react';
import { type AskProps, defineAction } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { byRule, type ExperimentSubject, experimentKind } from './experiment-subject.ts';
import { StopExperimentDialog } from './stop-experiment-dialog.tsx';

export const stopExperiment = defineAction({
  key: 'stop',
  label: 'Stop',
  icon: CircleStop,
  danger: true,
  kind: experimentKind,
  route: cancelExperimentRoute,
  request: ({ id }) => ({ id }),
  many: async (experimentIds) =>
    (await call(cancelExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'cancel' },
  rule: byRule('cancel'),
  ask: async () => AskToStop,
  shown: { state: 'STATE_STOPPING_CANCELED' },
  get failed() {
    return worded`Unable to stop experiment`;
  },
});

/** Also for one that is stopping and takes too long. */
export const killExperiment = defineAction({
  key: 'kill',
  label: 'Kill',
  icon: OctagonX,
  danger: true,
  kind: experimentKind,
  route: killExperimentRoute,
  request: ({ id }) => ({ id }),
  many: async (experimentIds) =>
    (await call(killExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'kill' },
  rule: byRule('kill'),
  ask: async () => AskToKill,
  shown: { state: 'STATE_STOPPING_KILLED' },
  get failed() {
    return worded`Unable to stop experiment`;
  },
});

function AskToStop(props: AskProps<ExperimentSubject>) {
  return <StopExperimentDialog {...props} stop={stopExperiment} kill={killExperiment} />;
}

function AskToKill(props: AskProps<ExperimentSubject>) {
  return <StopExperimentDialog {...props} stop={stopExperiment} kill={killExperiment} killFirst />;
}
