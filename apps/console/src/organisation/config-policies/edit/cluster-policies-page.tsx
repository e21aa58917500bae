import {
  deleteGlobalConfigPoliciesRoute,
  getGlobalConfigPoliciesRoute,
  putGlobalConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { useState } from 'react';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { AdminPage } from '../../../identity/shared/admin-page.tsx';
import { PoliciesEditor } from './policies-editor.tsx';
import type { Workload } from './policy-text.ts';

/** What holds for all workspaces. */
export function ClusterPoliciesPage() {
  const [workloadType, setWorkload] = useState<Workload>('EXPERIMENT');
  const put = useCall(putGlobalConfigPoliciesRoute);
  const remove = useCall(deleteGlobalConfigPoliciesRoute);
  return (
    <AdminPage>
      <PoliciesEditor
        workload={workloadType}
        onWorkload={setWorkload}
        scope="the cluster"
        query={useCallQuery(getGlobalConfigPoliciesRoute, { workloadType })}
        whyNot={useWhyNot()(putGlobalConfigPoliciesRoute.needs)}
        put={(configPolicies) => put.mutateAsync({ workloadType, configPolicies })}
        remove={() => remove.mutateAsync({ workloadType })}
      />
    </AdminPage>
  );
}
