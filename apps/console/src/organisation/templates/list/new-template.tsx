import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { canCreateTemplate } from '#platform/session/checks.ts';
import { useMay, useWhyNot } from '#platform/session/may.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { defaultFirst } from '../../shared/default-first.ts';
import { allWorkspaces } from '../shared/all-workspaces.ts';

const NewTemplateDialog = lazy(async () => ({
  default: (await import('../forms/new-template-dialog.tsx')).NewTemplateDialog,
}));

/** In the workspace that one is in, or in one to choose of those where one may. */
export function NewTemplate({ workspaceId }: { workspaceId?: number }) {
  const [making, setMaking] = useState(false);
  const may = useMay();
  const whyNot = useWhyNot();
  const { data } = useCallQuery(getWorkspacesRoute, allWorkspaces);
  const workspaces = defaultFirst(data?.workspaces ?? [])
    .filter(({ id, archived }) => (workspaceId === undefined ? !archived : id === workspaceId))
    .filter(({ id }) => may(canCreateTemplate, { workspaceId: id }))
    .map(({ id, name }) => ({ value: String(id), label: name }));
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
      <Suspense>
        {making ? (
          <NewTemplateDialog workspaces={workspaces} workspaceId={workspaceId} onClose={() => setMaking(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
