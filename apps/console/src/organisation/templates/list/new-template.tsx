import { Plus } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { canCreateTemplate } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { useWorkspaceChoices } from '../../shared/workspace-choices.ts';

const NewTemplateDialog = laterForm(async () => (await import('../forms/new-template-dialog.tsx')).NewTemplateDialog);

/** In the workspace that one is in, or in one to choose of those where one may. */
export function NewTemplate({ workspaceId }: { workspaceId?: number }) {
  const [making, setMaking] = useState(false);
  const whyNot = useWhyNot();
  const workspaces = useWorkspaceChoices(canCreateTemplate, workspaceId);
  return (
    <>
      <Button
        variant="primary"
        disabledReason={workspaces.length > 0 ? undefined : whyNot(canCreateTemplate, { workspaceId })}
        onClick={() => setMaking(true)}
      >
        <Icon of={Plus} size={14} />
        New Template
      </Button>
      {making ? (
        <NewTemplateDialog workspaces={workspaces} workspaceId={workspaceId} onClose={() => setMaking(false)} />
      ) : null}
    </>
  );
}
