import type { GetExperimentTrialsRequestSortBy } from '@determined/contract/training/trials-generated.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { type Experiment, isSettled, type Searcher } from '#training/shared/experiment.ts';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, StateLabel } from '#ui/primitives/state-badge.tsx';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import { DurationCell, NumberCell, TimeCell, UuidCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import { type GridColumn, type GridSort, idWidth } from '#ui/table/grid-column.ts';
import { parseSort, sortText } from '#ui/table/sort-string.ts';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { retentionWords, type Trial, trialDuration, validationValue } from '../../shared/trial.ts';

const PAGE_SIZE = 10;
const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_SORT: GridSort = { columnId: 'id', direction: 'desc' };

const SORTS: Record<string, GetExperimentTrialsRequestSortBy> = {
  id: 'SORT_BY_ID',
  state: 'SORT_BY_STATE',
  batches: 'SORT_BY_BATCHES_PROCESSED',
  best: 'SORT_BY_BEST_VALIDATION_METRIC',
  latest: 'SORT_BY_LATEST_VALIDATION_METRIC',
  retention: 'SORT_BY_LOG_RETENTION_DAYS',
  startTime: 'SORT_BY_START_TIME',
  duration: 'SORT_BY_DURATION',
  restarts: 'SORT_BY_RESTARTS',
  checkpointSize: 'SORT_BY_CHECKPOINT_SIZE',
};

interface TrialTableProps {
  experiment: Experiment;
  searcher: Searcher;
}

/** The trials of a search, ten a page. */
export function TrialTable({ experiment, searcher }: TrialTableProps) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const sort = parseSort(search.sort, Object.keys(SORTS))[0] ?? DEFAULT_SORT;
  const page = search.page ?? 1;
  const pageSize = PAGE_SIZES.find((size) => size === search.size) ?? PAGE_SIZE;
  const settled = isSettled(experiment.state);
  const now = useNow(!settled);
  const query = useCallQuery(
    getExperimentTrialsRoute,
    {
      experimentId: experiment.id,
      sortBy: SORTS[sort.columnId],
      orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
      offset: (page - 1) * pageSize,
      limit: pageSize,
    },
    { keep: true, poll: settled ? false : pollEvery.store },
  );
  const trials = query.data?.trials;
  const total = query.data?.pagination?.total;
  const columns = useMemo(() => trialColumns(experiment, searcher, now), [experiment, searcher, now]);
  const show = (next: { page?: number; size?: number; sort?: string }) =>
    void navigate({ to: '.', search: (old) => ({ ...old, page: undefined, ...next }), replace: true });

  return (
    <>
      <DataGrid
        label={`Trials of experiment ${experiment.id}`}
        columns={columns}
        count={trials?.length}
        rowAt={(index) => trials?.[index]}
        rowKey={(trial) => trial.id}
        offset={(page - 1) * pageSize}
        total={total}
        sort={sort}
        onSort={(next) => show({ sort: sortText([next]) })}
        skeletonRows={pageSize}
        empty={<EmptyState title="No trials yet" />}
        failure={
          query.error && !trials ? (
            <QueryFailure
              title="Failed to fetch experiment trials."
              error={query.error}
              retry={() => void query.refetch()}
            />
          ) : undefined
        }
        compact={(trial) => (
          <CompactRow
            glyph={<StateIcon state={trial.state} />}
            name={<TrialLink {...{ experimentId: experiment.id, trialId: trial.id }}>Trial {trial.id}</TrialLink>}
            value={formatMetric(validationValue(trial.bestValidation, searcher.metric))}
            about={stateLook(trial.state).word}
            side={`batch ${formatCount(trial.totalBatchesProcessed)}`}
          />
        )}
      />
      <TableFooter
        page={page}
        pageSize={pageSize}
        pageSizes={PAGE_SIZES}
        total={total}
        noun="trials"
        onPage={(next) => show({ page: next === 1 ? undefined : next })}
        onPageSize={(size) => show({ size: size === PAGE_SIZE ? undefined : size })}
      />
    </>
  );
}

function trialColumns(experiment: Experiment, searcher: Searcher, now: number): GridColumn<Trial>[] {
  const sorted = { sortable: true } as const;
  const number = { ...sorted, align: 'end', firstSort: 'desc' } as const;
  const metric = searcher.metric;
  return [
    {
      ...number,
      id: 'id',
      header: 'ID',
      width: idWidth(54, experiment.trialIds.at(-1)),
      pinned: true,
      cell: (trial) => (
        <TrialLink row experimentId={experiment.id} trialId={trial.id}>
          {trial.id}
        </TrialLink>
      ),
    },
    {
      ...sorted,
      id: 'state',
      header: 'State',
      width: 110,
      grow: true,
      cell: (trial) => <StateLabel state={trial.state} />,
    },
    {
      ...number,
      id: 'batches',
      header: 'Batches',
      width: 76,
      cell: (trial) => formatCount(trial.totalBatchesProcessed),
    },
    {
      ...number,
      id: 'best',
      header: 'Best Validation Metric',
      width: 154,
      cell: (trial) => <NumberCell value={validationValue(trial.bestValidation, metric)} format={formatMetric} />,
    },
    {
      ...number,
      id: 'latest',
      header: 'Latest Validation Metric',
      width: 166,
      cell: (trial) => <NumberCell value={validationValue(trial.latestValidation, metric)} format={formatMetric} />,
    },
    {
      ...sorted,
      id: 'retention',
      header: 'Log Retention Days',
      width: 130,
      cell: (trial) => (trial.logRetentionDays === undefined ? '' : retentionWords(trial.logRetentionDays)),
    },
    {
      ...sorted,
      id: 'startTime',
      header: 'Started',
      width: 110,
      firstSort: 'desc',
      cell: (trial) => <TimeCell at={trial.startTime} now={now} />,
    },
    {
      ...number,
      id: 'duration',
      header: 'Duration',
      width: 76,
      cell: (trial) => <DurationCell seconds={trialDuration(trial, now)} />,
    },
    {
      ...number,
      id: 'restarts',
      header: 'Auto Restarts',
      width: 98,
      cell: (trial) => formatCount(trial.restarts),
    },
    {
      id: 'checkpoint',
      header: 'Checkpoint',
      width: 110,
      cell: (trial) => <UuidCell uuid={trial.bestCheckpoint?.uuid} />,
    },
    {
      ...number,
      id: 'checkpointSize',
      header: 'Checkpoint Size',
      width: 118,
      cell: (trial) => (trial.totalCheckpointSize > 0 ? formatBytes(trial.totalCheckpointSize) : '—'),
    },
  ];
}
