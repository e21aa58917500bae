import { worded } from '#platform/switches/thing-words.ts';
import { plural } from '#ui/format/words.ts';
import styles from '#ui/primitives/card-grid.module.css';
import { Avatar } from '#ui/primitives/monogram.tsx';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import table from '#ui/primitives/table.module.css';
import { Tag } from '#ui/primitives/tag.tsx';
import type { Project, ProjectPlace } from '../shared/project.ts';
import { ProjectMenu } from '../shared/project-menu.tsx';
import { ProjectLink } from './project-table.tsx';

export function ProjectGrid({ projects, place }: { projects: Project[]; place: ProjectPlace }) {
  return (
    <ul className={styles.grid}>
      {projects.map((project) => (
        <li key={project.id} className={styles.card}>
          <span className={table.cell}>
            <ProjectLink project={project} />
            {project.archived ? <Tag>Archived</Tag> : null}
          </span>
          <ProjectMenu project={project} place={place} />
          <p className={styles.description}>{project.description}</p>
          <p className={styles.facts}>
            <Avatar name={project.username} />
            {plural(project.numExperiments, worded`experiment`)}
            {project.lastExperimentStartedAt ? (
              <>
                , last started <RelativeTime at={project.lastExperimentStartedAt} />
              </>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
