import { deleteTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import type { TemplateSubject } from '../shared/template.ts';

export function DeleteTemplateDialog({ subjects: [current], onClose }: AskProps<TemplateSubject>) {
  const [template] = useState(current);
  const remove = useCall(deleteTemplateRoute);
  return (
    <ConfirmDialog
      title={`Delete template ${template.name}?`}
      confirm="Delete Template"
      danger
      working={remove.isPending}
      problem={remove.error ? `Unable to delete template. ${messageOf(remove.error)}` : null}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { templateName: template.name },
          {
            onSuccess: () => {
              onClose();
              toast.done('Template deleted.');
            },
          },
        )
      }
    >
      {worded`Experiments and tasks that were made with it keep what they began with. This cannot be undone.`}
    </ConfirmDialog>
  );
}
