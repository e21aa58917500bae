import { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { projectTab } from '#platform/switches/thing-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Monogram } from '#ui/primitives/monogram.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import type { StateLook } from '#ui/primitives/state-kinds.ts';
import styles from './home-page.module.css';

const activeLook = (count: number): StateLook => ({
  word: `${formatCount(count)} active`,
  tone: 'run',
  glyph: 'active',
});

/** The five projects that one looked at last. */
export function RecentProjects() {
  const query = useCallQuery(getProjectsByUserActivityRoute, { limit: 5 }, { poll: pollEvery.default });
  return (
    <section aria-labelledby="recent-projects">
      <SectionHead id="recent-projects" title="Recently Viewed Projects" />
      <QueryState
        query={query}
        failed="Error fetching projects for dashboard"
        loading={<SkeletonRows words="Loading projects..." widths={[160, 90]} />}
      >
        {({ projects }) =>
          projects.length === 0 ? (
            <p className={styles.nothing}>None yet.</p>
          ) : (
            <ul className={styles.recent} aria-labelledby="recent-projects">
              {projects.map((project) => (
                <li key={project.id}>
                  <Link to="/projects/$projectId/{-$tab}" params={{ projectId: String(project.id), tab: projectTab() }}>
                    <Monogram name={project.workspaceName ?? ''} />
                    <span>
                      <b>{project.name}</b> <small>{project.workspaceName}</small>
                    </span>
                    <small>
                      {project.numActiveExperiments > 0 ? (
                        <StateLabel state={activeLook(project.numActiveExperiments)} />
                      ) : (
                        'none active'
                      )}
                    </small>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
