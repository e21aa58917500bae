import { getExperimentCautionsRoute } from '@determined/contract/training/ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useMay } from '#platform/session/may.ts';
import { type Experiment, isSettled } from '../../shared/experiment.ts';
import styles from './waiting-reason.module.css';

/** A client's beat is a minute: its silence is looked for often enough with two looks in that. */
const silencePoll = 30_000;

/** What is likely a mistake and fails nothing, such as a searcher's metric that no validation reports. */
export function ExperimentCautions({ experiment }: { experiment: Experiment }) {
  const { id, workspaceId, userId, unmanaged, state } = experiment;
  const may = useMay()(getExperimentCautionsRoute.needs, { workspaceId, ownerId: userId });
  const { data } = useCallQuery(
    getExperimentCautionsRoute,
    { params: { experimentId: id } },
    { enabled: may, poll: unmanaged && !isSettled(state) ? silencePoll : false },
  );
  return data?.cautions.map(({ kind, trialId, text }) => (
    <p key={`${kind} ${trialId}`} role="status" className={styles.reason}>
      <b>Caution.</b> {text}
    </p>
  ));
}
