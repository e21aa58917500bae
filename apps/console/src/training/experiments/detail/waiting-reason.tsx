import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import type { Experiment } from '../../shared/experiment.ts';
import styles from './waiting-reason.module.css';

/** Why nothing of an experiment in the queue has started, in the scheduler's own sentence. */
export function WaitingReason({ experiment }: { experiment: Experiment }) {
  const waits = experiment.state === 'STATE_QUEUED';
  const { data } = useCallQuery(
    getWaitingReasonsRoute,
    { params: { experimentId: experiment.id } },
    { enabled: waits, poll: pollEvery.store },
  );
  const reason = data?.reasons[0]?.reason;
  if (!waits || !reason) return null;
  return (
    <p role="status" className={styles.reason}>
      <b>Waiting.</b> {reason}
    </p>
  );
}
