import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#platform/session/may.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { EditProjectDialog } from '../forms/edit-project-dialog.tsx';
import type { Project } from './project.ts';

/** What can be done with a project. The fixed one has no actions, an archived one is not edited. */
export function ProjectActions({ project }: { project: Project }) {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const target = { workspaceId: project.workspaceId, ownerId: project.userId };
  if (project.immutable || project.archived || !may(patchProjectRoute.needs, target)) return null;
  return (
    <>
      <RowMenu of={project.name} actions={[{ label: 'Edit', icon: Pencil, run: () => setEditing(true) }]} />
      {editing ? <EditProjectDialog project={project} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
