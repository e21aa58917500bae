import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';

interface Fields {
  name: string;
  description: string;
}

interface NameAndDescriptionProps extends Fields {
  title: string;
  /** Without one it goes by its number. */
  nameless?: true;
  working: boolean;
  problem: string | null;
  onSave: (fields: Fields) => void;
  onClose: () => void;
}

/** The form in which a model and a version are changed. */
export function NameAndDescription({ name, description, nameless, onSave, ...dialog }: NameAndDescriptionProps) {
  const form = useForm({
    initialValues: { name, description },
    validate: { name: (text) => (!nameless && text.trim() === '' ? 'Name is required' : null) },
  });
  return (
    <FormDialog
      {...dialog}
      submit="Save Changes"
      onSubmit={form.onSubmit(
        (fields) => onSave({ name: fields.name.trim(), description: fields.description.trim() }),
        focusFirstError(form),
      )}
    >
      <TextInput
        label="Name"
        withAsterisk={!nameless}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
    </FormDialog>
  );
}
