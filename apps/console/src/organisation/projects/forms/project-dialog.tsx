import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messageOf } from '#platform/api/console-error.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { projectNameProblem } from '../../shared/place-names.ts';

export interface ProjectFields {
  name: string;
  description: string;
}

/** The form that making and changing a project share. */
export function ProjectDialog(props: {
  title: string;
  submit: string;
  fields: ProjectFields;
  /** Said of a blank name. */
  blank: string;
  working: boolean;
  error: Error | null;
  failed: string;
  onSubmit: (fields: ProjectFields) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: props.fields,
    validateInputOnBlur: true,
    validate: { name: (name) => projectNameProblem(name, props.blank) },
  });
  const submit = ({ name, description }: ProjectFields) =>
    props.onSubmit({ name: name.trim(), description: description.trim() });
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      inactive={form.values.name.trim() === ''}
      working={props.working}
      problem={props.error ? `${props.failed} ${messageOf(props.error)}` : null}
      onClose={props.onClose}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label="Description" autoComplete="off" {...form.getInputProps('description')} />
    </FormDialog>
  );
}
