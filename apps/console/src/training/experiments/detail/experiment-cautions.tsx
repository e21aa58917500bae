import { getExperimentCautionsRoute } from '@determined/contract/training/ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useMay } from '#platform/session/may.ts';
import { type Experiment, isSettled } from '../../shared/experiment.ts';
import { silencePoll } from '../../shared/use-work-state.ts';
import styles from './waiting-reason.module.css';

/** How far a deletion has come is told by no hint. */
const deletionPoll = 5_000;

function pollOf({ unmanaged, state }: Experiment): number | false {
  if (state === 'STATE_DELETING') return deletionPoll;
  return unmanaged && !isSettled(state) ? silencePoll : false;
}

/** What is likely a mistake and fails nothing, such as a searcher's metric that no validation reports; how far a deletion has come. */
export function ExperimentCautions({ experiment }: { experiment: Experiment }) {
  const { id, workspaceId, userId } = experiment;
  const may = useMay()(getExperimentCautionsRoute.needs, { workspaceId, ownerId: userId });
  const { data } = useCallQuery(
    getExperimentCautionsRoute,
    { params: { experimentId: id } },
    { enabled: may, poll: pollOf(experiment) },
  );
  return data?.cautions.map(({ kind, trialId, text }) => (
    <p key={`${kind} ${trialId}`} role="status" className={styles.reason}>
      {kind !== 'deletion' && <b>Caution. </b>}
      {text}
    </p>
  ));
}
