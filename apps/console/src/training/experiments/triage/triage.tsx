import { getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatMetric } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import { isSettled } from '../../shared/experiment.ts';
import { Figure } from '../../shared/object-head.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { FailureGroupView } from './failure-group.tsx';
import styles from './triage.module.css';
import { efficiencyOf, groupedFailures, nodesOf } from './triage-facts.ts';

/** So many trials are reckoned with. */
const most = 1000;

/** Why trials of a search failed, together where it is the same; and what it came to for its slot-hours. */
export function Triage(details: ExperimentDetails) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.triage} aria-label="Failures and efficiency" tabIndex={0}>
      <Failures {...details} />
      <SearchEfficiency {...details} />
    </section>
  );
}

function Failures({ experiment }: ExperimentDetails) {
  const query = useCallQuery(getFailuresRoute, { params: { experimentId: experiment.id }, query: {} }, { keep: true });
  return (
    <QueryState
      query={query}
      loading={<TabLoading words="Loading..." />}
      failed={worded`Unable to find out why trials failed.`}
    >
      {({ total, failures }) => {
        const groups = groupedFailures(failures);
        const [worst] = nodesOf(failures);
        const where = worst && failures.length > 1 ? `; ${worst[1]} on ${worst[0]}` : '';
        return (
          <section aria-label={worded`Why trials failed`}>
            <SectionHead
              title={worded`Why trials failed`}
              note={
                total > 0
                  ? `${total} of ${experiment.numTrials}, in ${plural(groups.length, 'way')}${where}${total > failures.length ? `; the latest ${failures.length} were looked at` : ''}`
                  : undefined
              }
            />
            {total === 0 ? <EmptyState title={worded`No trial failed`} /> : null}
            {groups.map((group) => (
              <FailureGroupView key={group.signature} experimentId={experiment.id} group={group} />
            ))}
            {total > 0 ? (
              <p className={styles.note}>Grouped by the last traceback or error; numbers, paths and names left out.</p>
            ) : null}
          </section>
        );
      }}
    </QueryState>
  );
}

function SearchEfficiency({ experiment, searcher, config }: ExperimentDetails) {
  const query = useCallQuery(
    getExperimentTrialsRoute,
    { experimentId: experiment.id, limit: most },
    { keep: true, poll: isSettled(experiment.state) ? false : pollEvery.slow },
  );
  const trials = query.data?.trials;
  const facts = useMemo(() => trials && efficiencyOf(trials, searcher, config), [trials, searcher, config]);
  const total = query.data?.pagination?.total ?? 0;
  return (
    <QueryState
      query={query}
      loading={<TabLoading words="Loading..." />}
      failed={worded`Failed to fetch experiment trials.`}
    >
      {() =>
        facts ? (
          <section aria-label="Search efficiency">
            <SectionHead
              title="Search efficiency"
              note={total > most ? worded`of the latest ${most} of ${total} trials` : undefined}
            />
            <dl className={styles.figures}>
              <Figure name="Slot-hours spent" value={hoursText(facts.spent)} />
              {facts.saved ? (
                <Figure
                  name="Early stopping saved about"
                  value={hoursText(facts.saved.hours)}
                  rest={`slot-hours: ${plural(facts.saved.trials, worded`trial`)} ended before ${facts.saved.length.toLocaleString('en')} ${facts.saved.unit}`}
                />
              ) : null}
            </dl>
            {facts.improvements.length > 0 ? (
              <PlainTable
                rows={facts.improvements}
                rowKey={({ trialId }) => trialId}
                columns={[
                  {
                    id: 'after',
                    header: worded`Slot-hours of ended trials`,
                    look: 'number',
                    title: ({ after }) => `${after} slot-hours`,
                    cell: ({ after }) => hoursText(after),
                  },
                  {
                    id: 'value',
                    header: `Best ${searcher.metric} by then`,
                    look: 'number',
                    title: ({ value }) => String(value),
                    cell: ({ value }) => formatMetric(value),
                  },
                  {
                    id: 'trial',
                    header: worded`Trial`,
                    look: 'number',
                    cell: ({ trialId }) => (
                      <TrialLink experimentId={experiment.id} trialId={trialId}>
                        {trialId}
                      </TrialLink>
                    ),
                  },
                ]}
              />
            ) : (
              <EmptyState title={worded`No ended trial has reported the searcher’s metric`} />
            )}
          </section>
        ) : null
      }
    </QueryState>
  );
}

const hoursText = (hours: number): string =>
  hours >= 100 ? Math.round(hours).toLocaleString('en') : hours === 0 ? '0' : String(Number(hours.toPrecision(2)));
