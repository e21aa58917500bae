import { getWaitingHistoryRoute, getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useNow } from '#platform/page/use-now.ts';
import { formatRelativeInline, formatTimestamp } from '#ui/format/times.ts';
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
  const since = useWaitingSince(experiment.id, waits);
  const now = useNow(waits);
  if (!waits || !reason) return null;
  return (
    <p role="status" className={styles.reason}>
      <b>Waiting.</b> {reason}
      {since && (
        <>
          {' It waits since '}
          <time dateTime={since} title={formatTimestamp(since)}>
            {formatRelativeInline(since, now)}
          </time>
          .
        </>
      )}
    </p>
  );
}

/** When the part that was last told to wait began to. */
function useWaitingSince(experimentId: number, waits: boolean): string | undefined {
  const { data } = useCallQuery(getWaitingHistoryRoute, { params: { experimentId } }, { enabled: waits });
  const reasons = data?.reasons ?? [];
  // The newest first.
  return reasons.findLast(({ allocationId }) => allocationId === reasons[0]?.allocationId)?.since;
}
