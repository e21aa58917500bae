import { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure } from '#platform/page/query-state.tsx';
import styles from './home-page.module.css';

export function HomePage() {
  return (
    <Page title="Home">
      <RecentProjects />
    </Page>
  );
}

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
                {project.numActiveExperiments > 0 ? `${project.numActiveExperiments} active` : 'none active'}
              </small>
            </p>
            <small>{project.workspaceName}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
