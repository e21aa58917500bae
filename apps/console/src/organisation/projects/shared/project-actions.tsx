import {
  archiveProjectRoute,
  deleteProjectRoute,
  patchProjectRoute,
  unarchiveProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import { Archive, ArchiveRestore, Pencil, Trash } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#platform/session/may.ts';
import { type RowAction, RowMenu } from '#ui/primitives/row-menu.tsx';
import { act } from '../../shared/act.ts';
import { DeleteProjectDialog } from '../forms/delete-project-dialog.tsx';
import { EditProjectDialog } from '../forms/edit-project-dialog.tsx';
import { type Project, type ProjectPlace, projectTarget } from './project.ts';

interface ProjectActionsProps {
  project: Project;
  place: ProjectPlace;
  onGone?: () => void;
}

/** What can be done with a project. The fixed one has no actions, nor has one of an archived workspace. */
export function ProjectActions({ project, place, onGone }: ProjectActionsProps) {
  const [asking, setAsking] = useState<'edit' | 'delete'>();
  const actions = useProjectActions(project, place, setAsking);
  const close = () => setAsking(undefined);
  if (project.immutable || place.archived) return null;
  return (
    <>
      <RowMenu of={project.name} actions={actions} />
      {asking === 'edit' ? <EditProjectDialog project={project} onClose={close} /> : null}
      {asking === 'delete' ? <DeleteProjectDialog project={project} onClose={close} onGone={onGone} /> : null}
    </>
  );
}

function useProjectActions(project: Project, place: ProjectPlace, ask: (what: 'edit' | 'delete') => void): RowAction[] {
  const may = useMay();
  const { id, archived } = project;
  const target = projectTarget(project, place);
  const actions: RowAction[] = [];
  if (may(patchProjectRoute.needs, target) && !archived)
    actions.push({ label: 'Edit', icon: Pencil, run: () => ask('edit') });
  if (may(archiveProjectRoute.needs, target))
    actions.push(
      archived
        ? {
            label: 'Unarchive',
            icon: ArchiveRestore,
            run: () => act(unarchiveProjectRoute, { id }, 'Unable to unarchive project'),
          }
        : { label: 'Archive', icon: Archive, run: () => act(archiveProjectRoute, { id }, 'Unable to archive project') },
    );
  if (may(deleteProjectRoute.needs, target) && !archived)
    actions.push({
      label: 'Delete',
      icon: Trash,
      danger: true,
      disabledReason: project.numExperiments > 0 ? 'has experiments' : undefined,
      run: () => ask('delete'),
    });
  return actions;
}
