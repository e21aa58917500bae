import { getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { notFound } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { type PageTab, TabBar } from '#platform/page/tab-bar.tsx';
import { canAdministrateUsers, canViewGroups } from '#platform/session/checks.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';

/** The frame of Admin Settings. */
export function AdminPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const may = useMay();
  const users = useCallQuery(getUsersRoute, { limit: 1 }, { poll: pollEvery.slow }).data?.pagination?.total;
  // Without roles in force groups give nothing.
  const grouped = useClusterInfo()?.rbacEnabled === true && may(canViewGroups);
  const groups = useCallQuery(getGroupsRoute, { limit: 1 }, { enabled: grouped, poll: pollEvery.slow }).data?.pagination
    ?.total;
  if (!may(canAdministrateUsers)) throw notFound();
  const tabs: PageTab[] = [
    { key: 'users', label: 'Users', count: users, link: { to: '/admin/user-management' } },
    ...(grouped
      ? [{ key: 'groups', label: 'Groups', count: groups, link: { to: '/admin/group-management' } } as const]
      : []),
    { key: 'policies', label: 'Config Policies', link: { to: '/admin/config-policies' } },
    { key: 'audit', label: 'Audit Log', link: { to: '/admin/audit-log' } },
  ];
  return (
    <Page title="Admin Settings" tabs={<TabBar name="Admin Settings" tabs={tabs} />} actions={actions}>
      {children}
    </Page>
  );
}
