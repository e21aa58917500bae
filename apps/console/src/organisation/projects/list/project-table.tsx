import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Link } from '@tanstack/react-router';
import { DeletionState } from '#organisation/shared/deletion-state.tsx';
import { useCall } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { canModifyProjects } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { projectTab, worded } from '#platform/switches/thing-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { EditableText } from '#ui/primitives/editable-text.tsx';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import table from '#ui/primitives/table.module.css';
import { Tag } from '#ui/primitives/tag.tsx';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import { type Project, type ProjectPlace, projectTarget } from '../shared/project.ts';
import { ProjectMenu } from '../shared/project-menu.tsx';

interface ProjectTableProps {
  projects: Project[];
  place: ProjectPlace;
  /** Archived ones are listed, too. */
  archived: boolean;
}

export function ProjectTable({ projects, place, archived }: ProjectTableProps) {
  return (
    <PlainTable
      rows={projects}
      rowKey={(project) => project.id}
      columns={projectColumns(place, archived)}
      minWidth={900}
      line={(project) => ({
        name: (
          <>
            <ProjectLink project={project} />
            {project.archived ? <Tag>Archived</Tag> : null}
          </>
        ),
        about: [plural(project.numExperiments, worded`experiment`), project.username, project.description]
          .filter(Boolean)
          .join(' · '),
        aside: <ProjectMenu project={project} place={place} />,
      })}
    />
  );
}

function projectColumns(place: ProjectPlace, archived: boolean): PlainColumn<Project>[] {
  return [
    { id: 'name', header: 'Name', width: '26%', cell: (project) => <ProjectLink project={project} /> },
    {
      id: 'description',
      header: 'Description',
      cell: (project) => <Description project={project} place={place} />,
    },
    {
      id: 'experiments',
      header: worded`Experiments`,
      width: 100,
      look: 'number',
      cell: (project) => formatCount(project.numExperiments),
    },
    {
      id: 'started',
      header: worded`Last Experiment Started`,
      width: 180,
      look: 'quiet',
      cell: (project) => <RelativeTime at={project.lastExperimentStartedAt} />,
    },
    { id: 'user', header: 'User', width: 110, look: 'quiet', cell: (project) => project.username },
    ...(archived ? archivedColumns : []),
    {
      id: 'action',
      header: 'Actions',
      width: 56,
      look: 'action',
      cell: (project) => <ProjectMenu project={project} place={place} />,
    },
  ];
}

/** They say something of archived ones only. */
const archivedColumns: PlainColumn<Project>[] = [
  {
    id: 'archived',
    header: 'Archived',
    width: 85,
    cell: (project) => (project.archived ? <Tag>Archived</Tag> : null),
  },
  { id: 'state', header: 'State', width: 110, cell: ({ state }) => <DeletionState state={state} /> },
];

export function ProjectLink({ project }: { project: Project }) {
  return (
    <Link
      to="/projects/$projectId/{-$tab}"
      params={{ projectId: String(project.id), tab: projectTab() }}
      className={table.name}
    >
      {project.name}
    </Link>
  );
}

function Description({ project, place }: { project: Project; place: ProjectPlace }) {
  const may = useMay();
  const edit = useCall(patchProjectRoute);
  if (project.immutable || project.archived || !may(canModifyProjects, projectTarget(project, place)))
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
