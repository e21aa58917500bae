import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Link } from '@tanstack/react-router';
import { DeletionState } from '#organisation/shared/deletion-state.tsx';
import { useCall } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { useMay } from '#platform/session/may.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { EditableText } from '#ui/primitives/editable-text.tsx';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import table from '#ui/primitives/table.module.css';
import { Tag } from '#ui/primitives/tag.tsx';
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
import { type Project, type ProjectPlace, projectTarget } from '../shared/project.ts';
import { ProjectMenu } from '../shared/project-menu.tsx';

interface ProjectTableProps {
  projects: Project[];
  place: ProjectPlace;
}

export function ProjectTable(props: ProjectTableProps) {
  return useIsMobile() ? <ProjectLines {...props} /> : <ProjectRows {...props} />;
}

export function ProjectLink({ project }: { project: Project }) {
  return (
    <Link
      to="/projects/$projectId/{-$tab}"
      params={{ projectId: String(project.id), tab: 'experiments' }}
      className={table.name}
    >
      {project.name}
    </Link>
  );
}

function ProjectRows({ projects, place }: ProjectTableProps) {
  return (
    <div className={table.box}>
      <table className={table.table} style={{ minWidth: 900 }}>
        <colgroup>
          <col style={{ width: '26%' }} />
          <col />
          <col style={{ width: 100 }} />
          <col style={{ width: 180 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 85 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 56 }} />
        </colgroup>
        <thead>
          <tr>
            <th>Name</th>
            <th>Description</th>
            <th className={table.number}>Experiments</th>
            <th>Last Experiment Started</th>
            <th>User</th>
            <th>Archived</th>
            <th>State</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project.id}>
              <td>
                <ProjectLink project={project} />
              </td>
              <td>
                <Description project={project} place={place} />
              </td>
              <td className={table.number}>{formatCount(project.numExperiments)}</td>
              <td className={table.quiet}>
                <RelativeTime at={project.lastExperimentStartedAt} />
              </td>
              <td className={table.quiet}>{project.username}</td>
              <td>{project.archived ? <Tag>Archived</Tag> : null}</td>
              <td>
                <DeletionState state={project.state} />
              </td>
              <td className={table.action}>
                <ProjectMenu project={project} place={place} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Description({ project, place }: { project: Project; place: ProjectPlace }) {
  const may = useMay();
  const edit = useCall(patchProjectRoute);
  if (project.immutable || project.archived || !may(patchProjectRoute.needs, projectTarget(project, place)))
    return project.description;
  const save = (description: string) =>
    edit.mutate(
      { id: project.id, project: { description } },
      { onError: (error) => reportError(error, { title: 'Unable to edit project.' }) },
    );
  // What was typed stays in sight until the list has it.
  const value = edit.isPending ? (edit.variables.project?.description ?? '') : project.description;
  return <EditableText name={`Description of ${project.name}`} value={value} none="—" onSave={save} />;
}

function ProjectLines({ projects, place }: ProjectTableProps) {
  return (
    <ul className={table.list}>
      {projects.map((project) => (
        <li key={project.id}>
          <span className={table.cell}>
            <ProjectLink project={project} />
            {project.archived ? <Tag>Archived</Tag> : null}
          </span>
          <p>
            {plural(project.numExperiments, 'experiment')} · {project.username}
            {project.description ? ` · ${project.description}` : ''}
          </p>
          <span className={table.aside}>
            <ProjectMenu project={project} place={place} />
          </span>
        </li>
      ))}
    </ul>
  );
}
