import { postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import type { WorkspaceChoice } from '../../shared/workspace-choices.ts';
import { configOf } from './template-fields.ts';
import { TemplateForm } from './template-form.tsx';

interface NewTemplateDialogProps {
  /** Those that the reader may make one in. */
  workspaces: readonly WorkspaceChoice[];
  /** The one that it is made in, where that is not for him to choose. */
  workspaceId?: number;
  onClose: () => void;
}

export function NewTemplateDialog({ workspaces, workspaceId, onClose }: NewTemplateDialogProps) {
  const create = useCall(postTemplateRoute);
  const [first, second] = workspaces;
  const usual = second ? '' : first?.value;
  return (
    <TemplateForm
      title="New Template"
      initial={{ name: '', workspace: String(workspaceId ?? usual ?? ''), config: '' }}
      workspaces={workspaces}
      locked={workspaceId === undefined ? undefined : 'The workspace that you are in'}
      working={create.isPending}
      problem={create.error ? `Unable to manage template. ${messageOf(create.error)}` : null}
      onClose={onClose}
      onSave={({ name, workspace, config }) =>
        create.mutate(
          { template: { name: name.trim(), workspaceId: Number(workspace), config: configOf(config) } },
          {
            onSuccess: () => {
              onClose();
              toast.done('Template has been created.');
            },
          },
        )
      }
    />
  );
}
