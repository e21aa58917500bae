import { useMemo } from 'react';
import { Page } from '#platform/page/page.tsx';
import { QueryState } from '#platform/page/query-state.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { TableClock } from '#training/columns/shared/table/live/table-clock.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { ExampleStarter } from './example-starter.tsx';
import { FinishedExperiments } from './finished-experiments.tsx';
import styles from './home-page.module.css';
import { FailedExperiments, WaitingExperiments } from './needs-a-look.tsx';
import { byWeight, eveningBefore, useOwnExperiments } from './own-experiments.ts';
import { RecentProjects } from './recent-projects.tsx';
import { RunningExperiments } from './running-experiments.tsx';

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;

export function HomePage() {
  const query = useOwnExperiments();
  const now = useNow(true, CLOCK_MS);
  const { dataUpdatedAt: readAt } = query;
  const clock = useMemo(() => ({ now, readAt }), [now, readAt]);
  // Whoever has run nothing is shown how to begin.
  const own = query.data && query.data.total > 0 ? query.data : undefined;
  const work = own && byWeight(own.rows);
  return (
    <Page title="Home">
      <p className={styles.summary}>{query.data ? <Condition {...query.data} /> : null}</p>
      <TableClock value={clock}>
        <div className={styles.body}>
          <div className={styles.running}>
            <QueryState
              query={query}
              failed={worded`Error fetching experiments for dashboard`}
              loading={<SkeletonRows words={worded`Loading experiments...`} widths={[220, 140, 90, 90, 60]} />}
            >
              {({ running }) =>
                work ? <RunningExperiments rows={work.running} total={running} /> : <ExampleStarter />
              }
            </QueryState>
          </div>
          <div className={styles.aside}>
            {own && work ? (
              <>
                <FailedExperiments rows={work.failed} total={own.errored} reasons={own.reasons} now={now} />
                <WaitingExperiments rows={work.waiting} reasons={own.reasons} now={now} />
              </>
            ) : null}
            <RecentProjects />
          </div>
          {work ? <FinishedExperiments rows={work.finished} /> : null}
        </div>
      </TableClock>
    </Page>
  );
}

type Own = NonNullable<ReturnType<typeof useOwnExperiments>['data']>;

/** The page's answer in one line. */
function Condition({ total, active, running, completed, errored }: Own) {
  if (total === 0) return 'Nothing of yours runs.';
  const waiting = active - running;
  return (
    <>
      {total === 1 ? (
        worded`Your experiment is ${running > 0 ? 'running' : waiting > 0 ? 'waiting' : 'not running'}.`
      ) : (
        <>
          <b>{running === 0 ? 'None' : formatCount(running)}</b> of your <b>{formatCount(total)}</b>{' '}
          {worded`experiments`} {running > 1 ? 'are' : 'is'} running
          {waiting > 0 ? (
            <>
              , <b>{formatCount(waiting)}</b> {waiting === 1 ? 'waits' : 'wait'}
            </>
          ) : null}
          .
        </>
      )}
      {completed + errored > 0 ? (
        <>
          {' '}
          Since {eveningBefore}: <b>{formatCount(completed)}</b> completed
          {errored > 0 ? <b className={styles.bad}>, {formatCount(errored)} errored</b> : null}.
        </>
      ) : null}
    </>
  );
}
