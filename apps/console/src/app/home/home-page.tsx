import { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, QueryState } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { useCurrentUser } from '#platform/session/session.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import type { StateLook } from '#ui/primitives/state-kinds.ts';
import { ExampleStarter } from './example-starter.tsx';
import styles from './home-page.module.css';
import { RecentExperiments } from './recent-experiments.tsx';

export function HomePage() {
  return (
    <Page title="Home">
      <Condition />
      <RecentProjects />
      <YourExperiments />
    </Page>
  );
}

/** The page's answer in one line. Counts only: one experiment is asked for, the totals are read. */
function Condition() {
  const userIds = [useCurrentUser().id];
  const all = useCallQuery(getExperimentsRoute, { userIds, limit: 1 }, { poll: pollEvery.default });
  const active = useCallQuery(
    getExperimentsRoute,
    { userIds, limit: 1, states: ['STATE_ACTIVE'] },
    { poll: pollEvery.default },
  );
  const total = all.data?.pagination?.total ?? 0;
  const running = active.data?.pagination?.total ?? 0;
  if (total === 0 || !active.data) return null;
  return (
    <p className={styles.summary}>
      {total === 1 ? (
        `Your experiment is ${running === 1 ? '' : 'not '}active.`
      ) : (
        <>
          <b>{running === 0 ? 'None' : formatCount(running)}</b> of your <b>{formatCount(total)}</b> experiments{' '}
          {running > 1 ? 'are' : 'is'} active.
        </>
      )}
    </p>
  );
}

const activeLook = (count: number): StateLook => ({
  word: `${formatCount(count)} active`,
  tone: 'run',
  glyph: 'active',
});

/** The five projects that one looked at last. */
function RecentProjects() {
  const query = useCallQuery(getProjectsByUserActivityRoute, { limit: 5 }, { poll: pollEvery.default });
  if (query.isError && !query.data) {
    return (
      <QueryFailure
        title="Error fetching projects for dashboard"
        error={query.error}
        retry={() => void query.refetch()}
      />
    );
  }
  if (!query.data || query.data.projects.length === 0) return null;
  return (
    <ul className={styles.recent} aria-label="Recently viewed projects">
      {query.data.projects.map((project) => (
        <li key={project.id}>
          <Link to="/projects/$projectId/{-$tab}" params={{ projectId: String(project.id), tab: 'experiments' }}>
            <p>
              <b>{project.name}</b>
              <small>
                {project.numActiveExperiments > 0 ? (
                  <StateLabel state={activeLook(project.numActiveExperiments)} />
                ) : (
                  'none active'
                )}
              </small>
            </p>
            <small>{project.workspaceName}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function YourExperiments() {
  const query = useCallQuery(
    getExperimentsRoute,
    {
      userIds: [useCurrentUser().id],
      limit: 10,
      sortBy: 'SORT_BY_START_TIME',
      orderBy: 'ORDER_BY_DESC',
      showTrialData: true,
    },
    { poll: pollEvery.default },
  );
  return (
    <QueryState
      query={query}
      failed="Error fetching experiments for dashboard"
      loading={<SkeletonRows words="Loading experiments..." widths={[220, 140, 90, 90, 60]} />}
    >
      {({ experiments }) =>
        experiments.length === 0 ? (
          <ExampleStarter />
        ) : (
          <>
            <SectionHead title="Your experiments" note="most recent" />
            <RecentExperiments experiments={experiments} />
          </>
        )
      }
    </QueryState>
  );
}
