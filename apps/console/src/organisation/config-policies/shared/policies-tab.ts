import { getWorkspaceConfigPoliciesRoute } from '@determined/contract/organisation/config-policies-routes.ts';
import type { WorkspaceTab } from '#organisation/projects/shared/workspace-tab.ts';
import { prefetch } from '#platform/api/call.ts';
import { canViewWorkspaceConfigPolicies } from '#platform/session/checks.ts';
import { later } from '#ui/primitives/later.tsx';

/** The policies of one workspace, in its page. */
export const policiesTab: WorkspaceTab = {
  key: 'config-policies',
  label: 'Config Policies',
  needs: canViewWorkspaceConfigPolicies,
  content: later(async () => (await import('../edit/workspace-policies.tsx')).WorkspacePolicies),
  load: (workspaceId) => prefetch(getWorkspaceConfigPoliciesRoute, { workspaceId, workloadType: 'EXPERIMENT' }),
};
