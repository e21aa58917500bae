import { deleteProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { DeleteByNameDialog } from '../../shared/delete-by-name-dialog.tsx';
import type { ProjectSubject } from '../actions/project-subject.ts';

export function DeleteProjectDialog({ subjects: [project], onClose, onGone }: AskProps<ProjectSubject>) {
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
