import { FormDialog } from '#ui/primitives/dialog.tsx';
import { MetadataFields, useMoreDetails } from './more-details.tsx';

interface EditMetadataDialogProps {
  before: Record<string, unknown>;
  working: boolean;
  problem: string | null;
  onSave: (metadata: Record<string, unknown>) => void;
  onClose: () => void;
}

export function EditMetadataDialog({ before, onSave, ...dialog }: EditMetadataDialogProps) {
  const details = useMoreDetails(before);
  return (
    <FormDialog
      {...dialog}
      title="Edit Metadata"
      submit="Save Changes"
      onSubmit={() => {
        if (details.isRight()) onSave(details.metadata());
      }}
    >
      <MetadataFields form={details.form} />
    </FormDialog>
  );
}
