import { deleteProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useCall } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { DeleteByNameDialog } from '../../shared/delete-by-name-dialog.tsx';
import type { Project } from '../shared/project.ts';

interface DeleteProjectDialogProps {
  project: Project;
  onClose: () => void;
  /** Leaves the page that shows it, before its data is asked for again. */
  onGone?: () => void;
}

export function DeleteProjectDialog({ project, onClose, onGone }: DeleteProjectDialogProps) {
  const remove = useCall(deleteProjectRoute, { onAnswer: onGone });
  return (
    <DeleteByNameDialog
      thing="project"
      name={project.name}
      ask="Please type the project name to confirm."
      working={remove.isPending}
      error={remove.error}
      failed="Unable to delete project"
      onDelete={() => remove.mutate({ id: project.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {worded`Its notes go with it. It holds no experiments.`}
    </DeleteByNameDialog>
  );
}
