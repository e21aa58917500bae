import { experimentRowSorts, getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import type { Project } from '#organisation/projects/shared/project.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { formatAge } from '#ui/format/times.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, stateWords } from '#ui/primitives/state-badge.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import type { GridSort } from '#ui/table/grid-column.ts';
import { parseSort, sortText } from '#ui/table/sort-string.ts';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { knownProgress } from '../../shared/experiment.ts';
import { ExperimentCurve } from '../shared/experiment-curve.tsx';
import { ExperimentLink, experimentColumns } from './experiment-columns.tsx';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';

const PAGE_SIZE = 20;
const PAGE_SIZES = [20, 40, 80] as const;
const SKELETON_ROWS = 100;
/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;
const DEFAULT_SORT: GridSort = { columnId: 'id', direction: 'desc' };

/** The experiments of a project: what is best, what runs, what broke. */
export function ExperimentTable({ project }: { project: Project }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const sort = parseSort(search.sort, experimentRowSorts)[0] ?? DEFAULT_SORT;
  const page = search.page ?? 1;
  const pageSize = PAGE_SIZES.find((size) => size === search.size) ?? PAGE_SIZE;
  const query = useCallQuery(
    getExperimentRowsRoute,
    {
      params: { projectId: project.id },
      query: {
        offset: (page - 1) * pageSize,
        limit: pageSize,
        sort: sortText([sort]),
        archived: search.archived ?? false,
      },
    },
    { keep: true, poll: pollEvery.store },
  );
  const reply = query.data;
  const now = useNow(true, CLOCK_MS);
  const columns = useMemo(
    () => experimentColumns({ reply, now, workspaceId: project.workspaceId }),
    [reply, now, project.workspaceId],
  );
  const show = (next: { page?: number; size?: number; sort?: string; archived?: true }) =>
    void navigate({ to: '.', search: (old) => ({ ...old, page: undefined, ...next }), replace: true });

  return (
    <>
      <Tools name="Experiments">
        <ToolsEnd>
          <Switch checked={search.archived ?? false} onChange={(archived) => show({ archived: archived || undefined })}>
            Show Archived
          </Switch>
        </ToolsEnd>
      </Tools>
      <DataGrid
        label="Experiments"
        columns={columns}
        count={reply?.rows.length}
        rowAt={(index) => reply?.rows[index]}
        rowKey={(row) => row.id}
        offset={(page - 1) * pageSize}
        total={reply?.total}
        sort={sort}
        onSort={(next) => show({ sort: sortText([next]) })}
        skeletonRows={SKELETON_ROWS}
        muted={(row) => row.archived}
        empty={<NoExperiments />}
        failure={
          query.error && !reply ? (
            <QueryFailure title="Failed to Load Data" error={query.error} retry={() => void query.refetch()} />
          ) : undefined
        }
        compact={(row) => (
          <CompactRow
            glyph={<StateIcon state={row.state} progress={knownProgress(row)} />}
            name={<ExperimentLink row={row} />}
            value={formatMetric(row.bestValue)}
            about={`${stateWords(row.state, knownProgress(row))} · ${row.id} · ${row.displayName || row.username}`}
            side={<ExperimentCurve row={row} />}
            menu={<ExperimentRowMenu row={row} workspaceId={project.workspaceId} />}
          />
        )}
      />
      <TableFooter
        page={page}
        pageSize={pageSize}
        pageSizes={PAGE_SIZES}
        total={reply?.total}
        noun="experiments"
        age={query.dataUpdatedAt > 0 ? <Age of={query.dataUpdatedAt} /> : undefined}
        onPage={(next) => show({ page: next === 1 ? undefined : next })}
        onPageSize={(size) => show({ size: size === PAGE_SIZE ? undefined : size })}
      />
    </>
  );
}

/** How old the rows on the screen are. */
function Age({ of }: { of: number }) {
  const now = useNow(true);
  return formatAge(of, Math.max(now, of));
}

function NoExperiments() {
  return (
    <EmptyState icon={FlaskConical} title="No experiments">
      Start one from a folder with its configuration: <code>det experiment create config.yaml .</code>
    </EmptyState>
  );
}
