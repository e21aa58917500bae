import { getRouteApi, notFound } from '@tanstack/react-router';
import { Page } from '#platform/page/page.tsx';
import { type PageTab, TabBar } from '#platform/page/tab-bar.tsx';
import { canViewMasterLogs } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { later } from '#ui/primitives/later.tsx';

const MasterLog = later(
  async () => (await import('./master-log.tsx')).MasterLog,
  () => null,
);

const route = getRouteApi('/signed-in/clusters/{-$tab}');

const tabs: PageTab[] = [
  { key: 'logs', label: 'Master Logs', link: { to: '/clusters/{-$tab}', params: { tab: 'logs' } } },
];

/** What the cluster is, and what its master says. */
export function ClusterPage() {
  const { tab } = route.useParams();
  const may = useMay();
  if (tab !== 'logs' || !may(canViewMasterLogs)) throw notFound();
  return (
    <Page title="Cluster" tabs={<TabBar name="Cluster" tabs={tabs} />}>
      <MasterLog />
    </Page>
  );
}
