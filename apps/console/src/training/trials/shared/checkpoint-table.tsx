import type { Reply } from '@determined/contract/route.ts';
import type { SortBy } from '@determined/contract/training/checkpoints-generated.ts';
import { getTrialCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import type { Searcher } from '#training/experiments/shared/experiment.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, StateLabel } from '#ui/primitives/state-badge.tsx';
import { NumberCell, TimeCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import type { GridColumn, GridSort } from '#ui/table/grid-column.ts';
import { parseSort, sortText } from '#ui/table/sort-string.ts';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { checkpointLook } from './checkpoint-look.ts';
import { type Trial, trialHasEnded } from './trial.ts';
import styles from './trial-parts.module.css';

type Checkpoint = Reply<typeof getTrialCheckpointsRoute>['checkpoints'][number];

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

/** Default widths of the specification. */
export const checkpointColumnWidths = { uuid: 200, state: 117, totalBatches: 74, searcherMetric: 100, checkpoint: 100 };

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
            name={<span className={styles.mono}>{checkpoint.uuid}</span>}
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

function checkpointColumns(searcher: Searcher): GridColumn<Checkpoint>[] {
  const now = Date.now();
  const widths = checkpointColumnWidths;
  return [
    {
      id: 'uuid',
      header: 'UUID',
      width: widths.uuid,
      pinned: true,
      grow: true,
      sortable: true,
      cell: (checkpoint) => (
        <span className={styles.mono} title={checkpoint.uuid}>
          {checkpoint.uuid}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      width: widths.state,
      sortable: true,
      cell: (checkpoint) => <StateLabel state={checkpointLook(checkpoint.state)} />,
    },
    {
      id: 'totalBatches',
      header: 'Total Batches',
      width: widths.totalBatches,
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      cell: (checkpoint) => formatCount(batchesOf(checkpoint)),
    },
    {
      id: 'searcherMetric',
      header: `Searcher Metric (${searcher.metric})`,
      width: widths.searcherMetric,
      align: 'end',
      sortable: true,
      cell: (checkpoint) => <NumberCell value={checkpoint.training?.searcherMetric} format={formatMetric} />,
    },
    {
      id: 'checkpoint',
      header: 'Size',
      width: widths.checkpoint,
      align: 'end',
      cell: (checkpoint) => formatBytes(sizeOf(checkpoint)),
    },
    {
      id: 'time',
      header: 'Reported',
      width: 118,
      sortable: true,
      firstSort: 'desc',
      cell: (checkpoint) => <TimeCell at={checkpoint.reportTime} now={now} />,
    },
  ];
}

function sizeOf(checkpoint: Checkpoint): number {
  return Object.values(checkpoint.resources).reduce((sum, size) => sum + Number(size), 0);
}

function batchesOf(checkpoint: Checkpoint): number | undefined {
  const batches = checkpoint.metadata?.steps_completed;
  return typeof batches === 'number' ? batches : undefined;
}
