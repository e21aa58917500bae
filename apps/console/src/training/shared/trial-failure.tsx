import type { Failure } from '@determined/contract/training/failures-ext-routes.ts';
import { getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import type { ReactNode } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { formatRelativeInline, formatTimestamp } from '#ui/format/times.ts';
import { plural } from '#ui/format/words.ts';
import { rangeText } from '#ui/log-viewer/log-place.ts';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import styles from './trial-failure.module.css';

interface TrialFailureProps {
  experimentId: number;
  trialId: number;
  /** Leads into the trial's log, at the line behind the `#`. */
  logLink: (hash: string, words: string) => ReactNode;
}

/** Why a trial failed, at the top of its page. */
export function TrialFailure({ experimentId, trialId, logLink }: TrialFailureProps) {
  const { data } = useCallQuery(getFailuresRoute, { params: { experimentId }, query: { trialId, limit: 1 } });
  const [failure] = data?.failures ?? [];
  if (!failure) return null;
  const { log } = failure;
  const line = log && rangeText({ from: log.n, to: log.n });
  return (
    <FailureStrip failure={failure}>
      {log && line ? logLink(line, `Jump to line ${(log.n + 1).toLocaleString('en')}`) : null}
    </FailureStrip>
  );
}

/** One failure in words, the end of its traceback below; `children`: ways to more. */
export function FailureStrip(props: { failure: Failure; who?: ReactNode; children?: ReactNode }) {
  const { failure, who, children } = props;
  const { log, exit } = failure;
  return (
    <section role="status" aria-label="Why it failed" className={styles.strip}>
      <div className={styles.head}>
        <StateIcon state="STATE_ERROR" />
        <p>
          {who}
          <b>Failed: {log?.text || exit || 'nothing was said.'}</b> <Circumstances failure={failure} />
          {log && exit ? <small> {exit}</small> : null}
        </p>
        {children}
      </div>
      <TracebackEnd frames={log?.frames ?? []} />
    </section>
  );
}

/** Where it was raised. */
export function TracebackEnd({ frames }: { frames: readonly string[] }) {
  if (frames.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.frames} tabIndex={0} aria-label="End of the traceback">
      <pre>{frames.join('\n')}</pre>
    </section>
  );
}

/** "On a100-02, 12 minutes ago, after 5 restarts." */
function Circumstances({ failure: { nodes, at, restarts } }: { failure: Failure }) {
  return (
    <span>
      {nodes.length > 0 ? `On ${nodes.join(', ')}, ` : ''}
      {at ? (
        <>
          <time dateTime={at} title={formatTimestamp(at)}>
            {formatRelativeInline(at)}
          </time>
          ,{' '}
        </>
      ) : null}
      {restarts === 0 ? 'without a restart.' : `after ${plural(restarts, 'restart')}.`}
    </span>
  );
}
