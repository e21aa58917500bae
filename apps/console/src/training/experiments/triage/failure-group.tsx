import type { Failure } from '@determined/contract/training/failures-ext-routes.ts';
import { Link } from '@tanstack/react-router';
import { worded } from '#platform/switches/thing-words.ts';
import { TracebackEnd } from '#training/shared/trial-failure.tsx';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { rangeText } from '#ui/log-viewer/log-place.ts';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import styles from './triage.module.css';
import { type FailureGroup, nodesOf } from './triage-facts.ts';

/** Trials of a group that are listed; more are counted. */
const most = 50;

/** Failures that are the same: what it is, where, and of which trials. */
export function FailureGroupView({ experimentId, group }: { experimentId: number; group: FailureGroup }) {
  const { failures } = group;
  const [newest] = failures;
  const words = newest.log?.text || newest.exit || 'Nothing was said';
  const restarts = failures.reduce((sum, one) => sum + one.restarts, 0);
  const nodes = nodesOf(failures).map(([node, count]) => `${node} ${count}`);
  return (
    <details className={styles.group}>
      <summary>
        <b>{failures.length}</b>
        <span className="mono">{words}</span>
        <small>
          {[plural(failures.length, worded`trial`), plural(restarts, 'restart'), ...nodes.slice(0, 4)].join(' · ')}
        </small>
      </summary>
      <TracebackEnd frames={newest.log?.frames ?? []} />
      <PlainTable
        rows={failures.slice(0, most)}
        rowKey={({ trialId }) => trialId}
        minWidth={560}
        columns={[
          {
            id: 'trial',
            header: worded`Trial`,
            width: 72,
            look: 'number',
            cell: ({ trialId }) => (
              <TrialLink experimentId={experimentId} trialId={trialId}>
                {trialId}
              </TrialLink>
            ),
          },
          { id: 'node', header: 'Node', cell: ({ nodes }) => nodes.join(', ') || '—' },
          { id: 'batch', header: 'Batch', look: 'number', width: 88, cell: ({ batches }) => formatCount(batches) },
          { id: 'restarts', header: 'Restarts', look: 'number', width: 88, cell: ({ restarts }) => restarts },
          { id: 'at', header: 'Failed', width: 140, cell: ({ at }) => (at ? <RelativeTime at={at} /> : '—') },
          { id: 'log', header: 'Log', width: 110, cell: (failure) => <LogLink {...{ experimentId, failure }} /> },
        ]}
      />
      {failures.length > most ? <p className={styles.note}>and {plural(failures.length - most, 'other')}</p> : null}
    </details>
  );
}

function LogLink({ experimentId, failure: { trialId, log } }: { experimentId: number; failure: Failure }) {
  return (
    <Link
      to="/experiments/$experimentId/trials/$trialId/{-$tab}"
      params={{ experimentId: String(experimentId), trialId: String(trialId), tab: 'logs' }}
      hash={log ? rangeText({ from: log.n, to: log.n }) : undefined}
    >
      {log ? `Line ${(log.n + 1).toLocaleString('en')}` : 'Log'}
    </Link>
  );
}
