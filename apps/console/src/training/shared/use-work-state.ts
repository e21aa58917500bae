import { getExperimentCautionsRoute } from '@determined/contract/training/ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useMay } from '#platform/session/may.ts';
import { registeredLook, type StateLook } from '#ui/primitives/state-kinds.ts';
import type { Experiment } from './experiment.ts';

/** A client's beat is a minute: its silence is looked for often enough with two looks in that. */
export const silencePoll = 30_000;

const mayBeOnlyRegistered: readonly string[] = ['STATE_RUNNING', 'STATE_PAUSED'];

/** How the state of an experiment or its trial is shown: detached work that nothing was heard of is only registered. */
export function useWorkState(experiment: Experiment, state: string, trialId?: number): string | StateLook {
  const { id, workspaceId, userId, unmanaged, numTrials } = experiment;
  const may = useMay()(getExperimentCautionsRoute.needs, { workspaceId, ownerId: userId });
  const { data } = useCallQuery(
    getExperimentCautionsRoute,
    { params: { experimentId: id } },
    { enabled: may && unmanaged && mayBeOnlyRegistered.includes(state), poll: silencePoll },
  );
  const silent = data?.cautions.filter(({ kind }) => kind === 'neverHeard') ?? [];
  const only =
    mayBeOnlyRegistered.includes(state) &&
    (trialId === undefined ? silent.length === numTrials : silent.some((caution) => caution.trialId === trialId));
  return only && silent.length > 0 ? registeredLook : state;
}
