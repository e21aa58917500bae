import { getRouteApi } from '@tanstack/react-router';
import { levelField } from '#platform/log-reader/level-field.ts';
import { LogReader } from '#platform/log-reader/log-reader.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { printedLines, useMasterLog } from './use-master-log.ts';

const route = getRouteApi('/signed-in/clusters/{-$tab}');
const fields = [levelField];

/** What the master has said since it was started, as far as it keeps it. */
export function MasterLog() {
  const search = route.useSearch();
  const change = useChangeSearch<typeof search>();
  const log = useMasterLog();
  return (
    <LogReader
      label="Master logs"
      {...log}
      live
      fields={fields}
      search={search}
      onSearch={change}
      empty={<EmptyState title="No logs yet">Lines show here as soon as the master writes some.</EmptyState>}
      download={{
        of: 'master',
        file: 'master_logs.txt',
        command: 'det master logs',
        lines: () => printedLines(log.read),
      }}
    />
  );
}
