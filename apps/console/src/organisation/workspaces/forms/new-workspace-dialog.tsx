import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { workspaceNameProblem } from '../../shared/place-names.ts';

export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const create = useCall(postWorkspaceRoute);
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' }, validate: { name: workspaceNameProblem } });
  const submit = (name: string) =>
    create.mutate(
      { name },
      {
        onSuccess: ({ workspace }) => {
          onClose();
          if (workspace)
            void navigate({
              to: '/workspaces/$workspaceId/{-$tab}',
              params: { workspaceId: String(workspace.id), tab: undefined },
            });
        },
      },
    );
  return (
    <FormDialog
      title="New Workspace"
      submit="Create Workspace"
      working={create.isPending}
      problem={create.error ? `Unable to create workspace. ${messageOf(create.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) => submit(name.trim()), focusFirstError(form))}
    >
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
    </FormDialog>
  );
}
