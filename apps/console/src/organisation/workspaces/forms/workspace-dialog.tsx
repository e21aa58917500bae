import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messageOf } from '#platform/api/console-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { workspaceNameProblem } from '../shared/workspace-name.ts';

/** The form that making and changing a workspace share. */
export function WorkspaceDialog(props: {
  title: string;
  submit: string;
  name: string;
  working: boolean;
  error: Error | null;
  /** What could not be done, in the specification's words. */
  failed: string;
  onSubmit: (name: string) => void;
  onClose: () => void;
}) {
  const form = useForm({ initialValues: { name: props.name }, validate: { name: workspaceNameProblem } });
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      working={props.working}
      problem={props.error ? `${props.failed} ${messageOf(props.error)}` : null}
      onClose={props.onClose}
      onSubmit={form.onSubmit(({ name }) => props.onSubmit(name.trim()))}
    >
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
    </FormDialog>
  );
}
