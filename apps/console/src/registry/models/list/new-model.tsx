import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspaceChoices } from '#organisation/shared/workspace-choices.ts';
import { laterForm } from '#platform/actions/later-form.tsx';
import { canCreateModels } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';

const NewModelDialog = laterForm(async () => (await import('../forms/new-model-dialog.tsx')).NewModelDialog);

/** In the workspace that one is in, or in one to choose of those where one may. */
export function NewModel({ workspaceId }: { workspaceId?: number }) {
  const [making, setMaking] = useState(false);
  const navigate = useNavigate();
  const reason = useWhyNot()(canCreateModels, { workspaceId });
  const workspaces = useWorkspaceChoices(canCreateModels, workspaceId);
  return (
    <>
      <Button
        variant="primary"
        disabledReason={
          workspaces.length === 0 && reason ? `User lacks permission to create models. ${reason}` : undefined
        }
        onClick={() => setMaking(true)}
      >
        <Icon of={Plus} size={14} />
        New Model
      </Button>
      {making ? (
        <NewModelDialog
          workspaceId={workspaceId}
          onClose={() => setMaking(false)}
          onCreated={({ name }) => void navigate({ to: '/models/$modelId', params: { modelId: name } })}
        />
      ) : null}
    </>
  );
}
