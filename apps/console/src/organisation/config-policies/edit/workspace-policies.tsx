import {
  deleteWorkspaceConfigPoliciesRoute,
  getWorkspaceConfigPoliciesRoute,
  putWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { useState } from 'react';
import type { Workspace } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { PoliciesEditor } from './policies-editor.tsx';
import type { Workload } from './policy-text.ts';

export function WorkspacePolicies({ workspace: { id: workspaceId, name, userId } }: { workspace: Workspace }) {
  const [workloadType, setWorkload] = useState<Workload>('EXPERIMENT');
  const put = useCall(putWorkspaceConfigPoliciesRoute);
  const remove = useCall(deleteWorkspaceConfigPoliciesRoute);
  const target = { workspaceId, ownerId: userId, workspaceOwnerId: userId };
  return (
    <PoliciesEditor
      workload={workloadType}
      onWorkload={setWorkload}
      scope={name}
      query={useCallQuery(getWorkspaceConfigPoliciesRoute, { workspaceId, workloadType })}
      whyNot={useWhyNot()(putWorkspaceConfigPoliciesRoute.needs, target)}
      put={(configPolicies) => put.mutateAsync({ workspaceId, workloadType, configPolicies })}
      remove={() => remove.mutateAsync({ workspaceId, workloadType })}
    />
  );
}
