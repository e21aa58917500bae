import type { SortBy } from '@determined/contract/training/checkpoints-generated.ts';
import { getTrialCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import type { Searcher } from '#training/shared/experiment.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import type { GridSort } from '#ui/table/grid-column.ts';
import { parseSort, sortText } from '#ui/table/sort-string.ts';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';
import { batchesOf, checkpointColumns, sizeOf } from './checkpoint-columns.tsx';
import { checkpointLook } from './checkpoint-look.ts';

const PAGE_SIZE = 10;
const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_SORT: GridSort = { columnId: 'totalBatches', direction: 'desc' };
const SORTS: Record<string, SortBy> = {
  uuid: 'SORT_BY_UUID',
  state: 'SORT_BY_STATE',
  totalBatches: 'SORT_BY_BATCH_NUMBER',
  searcherMetric: 'SORT_BY_SEARCHER_METRIC',
  time: 'SORT_BY_END_TIME',
};

/** The checkpoints of a trial. */
export function CheckpointTable({ trial, searcher }: { trial: Trial; searcher: Searcher }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const sort = parseSort(search.sort, Object.keys(SORTS))[0] ?? DEFAULT_SORT;
  const page = search.page ?? 1;
  const pageSize = PAGE_SIZES.find((size) => size === search.size) ?? PAGE_SIZE;
  const query = useCallQuery(
    getTrialCheckpointsRoute,
    {
      id: trial.id,
      sortByAttr: SORTS[sort.columnId],
      orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
      offset: (page - 1) * pageSize,
      limit: pageSize,
    },
    { keep: true, poll: trialHasEnded(trial.state) ? false : pollEvery.store },
  );
  const checkpoints = query.data?.checkpoints;
  const total = query.data?.pagination?.total;
  const columns = useMemo(() => checkpointColumns(searcher), [searcher]);
  const show = (next: { page?: number; size?: number; sort?: string }) =>
    void navigate({ to: '.', search: (old) => ({ ...old, page: undefined, ...next }), replace: true });

  return (
    <>
      <DataGrid
        label={`Checkpoints of trial ${trial.id}`}
        columns={columns}
        count={checkpoints?.length}
        rowAt={(index) => checkpoints?.[index]}
        rowKey={(checkpoint) => checkpoint.uuid}
        offset={(page - 1) * pageSize}
        total={total}
        sort={sort}
        onSort={(next) => show({ sort: sortText([next]) })}
        skeletonRows={pageSize}
        empty={<EmptyState title="No checkpoints yet" />}
        failure={
          query.error && !checkpoints ? (
            <QueryFailure
              title={`Unable to fetch trial ${trial.id} checkpoints.`}
              error={query.error}
              retry={() => void query.refetch()}
            />
          ) : undefined
        }
        compact={(checkpoint) => (
          <CompactRow
            glyph={<StateIcon state={checkpointLook(checkpoint.state)} />}
            name={<span className="mono">{checkpoint.uuid}</span>}
            value={formatMetric(checkpoint.training?.searcherMetric)}
            about={`batch ${formatCount(batchesOf(checkpoint))}`}
            side={formatBytes(sizeOf(checkpoint))}
          />
        )}
      />
      <TableFooter
        page={page}
        pageSize={pageSize}
        pageSizes={PAGE_SIZES}
        total={total}
        noun="checkpoints"
        onPage={(next) => show({ page: next === 1 ? undefined : next })}
        onPageSize={(size) => show({ size: size === PAGE_SIZE ? undefined : size })}
      />
    </>
  );
}
