import { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, QueryState } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import type { StateLook } from '#ui/primitives/state-kinds.ts';
import { ExampleStarter } from './example-starter.tsx';
import styles from './home-page.module.css';
import { ownExperimentsRequest } from './own-experiments.ts';
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

/** The page's answer in one line. */
function Condition() {
  const { data } = useOwnExperiments();
  if (!data || data.total === 0) return null;
  const { total, active } = data;
  return (
    <p className={styles.summary}>
      {total === 1 ? (
        `Your experiment is ${active === 1 ? '' : 'not '}active.`
      ) : (
        <>
          <b>{active === 0 ? 'None' : formatCount(active)}</b> of your <b>{formatCount(total)}</b> experiments{' '}
          {active > 1 ? 'are' : 'is'} active.
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

const useOwnExperiments = () =>
  useCallQuery(getOwnExperimentRowsRoute, ownExperimentsRequest, { poll: pollEvery.default });

function YourExperiments() {
  const query = useOwnExperiments();
  return (
    <QueryState
      query={query}
      failed="Error fetching experiments for dashboard"
      loading={<SkeletonRows words="Loading experiments..." widths={[220, 140, 90, 90, 60]} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <ExampleStarter />
        ) : (
          <>
            <SectionHead title="Your experiments" note="most recent" />
            <RecentExperiments rows={rows} readAt={query.dataUpdatedAt} />
          </>
        )
      }
    </QueryState>
  );
}
