import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { getRouteApi } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import type { Project } from '#organisation/projects/shared/project.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, stateWords } from '#ui/primitives/state-badge.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { ExperimentCell, ExperimentLink, progressOf } from '../shared/experiment-cell.tsx';
import { experimentColumns } from './experiment-columns.tsx';
import type { ExperimentRow } from './experiment-row.ts';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';
import { experimentRowsRequest, experimentTable, isMetric, shownColumns } from './experiment-rows-request.ts';
import { useProjectTable } from './project-table.ts';
import { TableTools } from './table-tools.tsx';

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;
const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

/** The experiments of a project: what is best, what runs, what broke. */
export function ExperimentTable({ project }: { project: Project }) {
  const search = route.useSearch();
  const change = useChangeSearch<typeof search>();
  const request = experimentRowsRequest(project.id, search);
  const query = useCallQuery(getExperimentRowsRoute, request, { keep: true, poll: pollEvery.store });
  const now = useNow(true, CLOCK_MS);
  const { data: reply, dataUpdatedAt: readAt } = query;
  const table = useProjectTable(project.id, search);
  const { shown, pinned } = table;
  const columns = useMemo(
    () => experimentColumns({ shown: shownColumns(search), pinned, reply, now, readAt }),
    [search, pinned, reply, now, readAt],
  );
  const cell = (row: ExperimentRow, column: string) => (
    <ExperimentCell inGrid={false} column={column} row={row} now={now} readAt={readAt} />
  );
  return (
    <>
      <Tools name="Experiments">
        <TableTools projectId={project.id} table={table} />
        <ToolsEnd>
          <Switch
            checked={search.archived ?? false}
            onChange={(archived) => change({ archived: archived || undefined, page: undefined })}
          >
            Show Archived
          </Switch>
        </ToolsEnd>
      </Tools>
      <QueryTable
        label="Experiments"
        noun="experiments"
        definition={experimentTable}
        search={search}
        query={query}
        rows={(reply) => reply.rows}
        total={(reply) => reply.total}
        rowKey={(row) => row.id}
        columns={columns}
        widths={table.widths}
        onWidth={table.setWidth}
        onSort={table.keepSort}
        muted={(row) => row.archived}
        aged
        empty={<NoExperiments />}
        failed="Failed to Load Data"
        skeletonRows={100}
        compact={(row) => (
          <CompactRow
            glyph={<StateIcon state={row.state} progress={progressOf(row)} />}
            name={<ExperimentLink row={row} inGrid />}
            value={cell(row, shown.find(isMetric) ?? 'searcherMetricsVal')}
            about={[stateWords(row.state, progressOf(row)), row.id, row.cells.user].filter(Boolean).join(' · ')}
            side={cell(row, 'curve')}
            menu={<ExperimentRowMenu row={row} />}
          />
        )}
      />
    </>
  );
}

function NoExperiments() {
  return (
    <EmptyState icon={FlaskConical} title="No experiments">
      Start one from a folder with its configuration: <code>det experiment create config.yaml .</code>
    </EmptyState>
  );
}
