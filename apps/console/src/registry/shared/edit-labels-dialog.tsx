import { getModelLabelsRoute } from '@determined/contract/registry/models-routes.ts';
import { useForm } from '@mantine/form';
import { useCallQuery } from '#platform/api/call.ts';
import { TagsField } from '#ui/form/tags-field.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';

interface EditLabelsDialogProps {
  title: string;
  before: readonly string[];
  working: boolean;
  problem: string | null;
  onSave: (labels: string[]) => void;
  onClose: () => void;
}

/** The tags of a model or version; those that models have are offered. */
export function EditLabelsDialog({ before, onSave, ...dialog }: EditLabelsDialogProps) {
  const known = useCallQuery(getModelLabelsRoute, {}).data?.labels ?? [];
  const form = useForm({ initialValues: { tags: [...before] } });
  return (
    <FormDialog {...dialog} submit="Save Changes" onSubmit={form.onSubmit(({ tags }) => onSave(tags))}>
      <TagsField
        data={known}
        label="Tags"
        description="Enter or a comma ends a tag."
        data-autofocus
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}
