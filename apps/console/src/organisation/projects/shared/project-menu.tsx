import type { Action } from '#platform/actions/action.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { archiveProject, unarchiveProject } from '../actions/archive-project.ts';
import { deleteProject } from '../actions/delete-project.ts';
import { editProject } from '../actions/edit-project.ts';
import { moveProject } from '../actions/move-project.ts';
import type { ProjectSubject } from '../actions/project-subject.ts';
import type { Project, ProjectPlace } from './project.ts';

const projectActions: readonly Action<ProjectSubject>[] = [
  editProject,
  moveProject,
  unarchiveProject,
  archiveProject,
  deleteProject,
];

interface ProjectMenuProps {
  project: Project;
  place: ProjectPlace;
  onGone?: () => void;
  inGrid?: boolean;
}

/** What can be done with a project. */
export function ProjectMenu({ project, place, onGone, inGrid }: ProjectMenuProps) {
  const actions = useActions(projectActions, { ...project, place }, { onGone });
  return <RowMenu inGrid={inGrid} of={project.name} actions={actions} />;
}
