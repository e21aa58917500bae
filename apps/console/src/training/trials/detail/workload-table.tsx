import { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { SectionHead } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { type TableDefinition, tablePart } from '#platform/table/table-state.ts';
import { checkpointLook } from '#training/checkpoints/shared/checkpoint-look.ts';
import type { Searcher } from '#training/shared/experiment.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, StateLabel } from '#ui/primitives/state-badge.tsx';
import { NumberCell, TimeCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { type GridColumn, headWidth } from '#ui/table/grid-column.ts';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { type Trial, trialHasEnded, validationValue } from '../../shared/trial.ts';
import styles from './workload-table.module.css';
import { doneIn, type Workload, whatOf, workloadFilters } from './workloads.ts';

const CHOICES: { value: keyof typeof workloadFilters; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'checkpoint', label: 'Has Checkpoint' },
  { value: 'either', label: 'Has Checkpoint or Validation' },
  { value: 'validation', label: 'Has Validation' },
];

const workloadTable: TableDefinition = {
  sorts: ['batches', 'metric'],
  defaultSort: { columnId: 'batches', direction: 'desc' },
  pageSizes: [10, 20, 50, 100],
};

/** What a trial has done, newest first: reports and checkpoints. */
export function WorkloadTable({ trial, searcher }: { trial: Trial; searcher: Searcher }) {
  const search = useDetailSearch();
  const change = useChangeDetailSearch();
  const { show = 'either' } = search;
  const { sort, offset, pageSize } = tablePart(workloadTable, search);
  const going = !trialHasEnded(trial.state);
  const now = useNow(going);
  const query = useCallQuery(
    getTrialWorkloadsRoute,
    {
      trialId: trial.id,
      filter: workloadFilters[show],
      sortKey: sort.columnId === 'metric' ? searcher.metric : sort.columnId,
      orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
      offset,
      limit: pageSize,
    },
    { keep: true, poll: going ? pollEvery.store : false },
  );
  const columns = useMemo(() => workloadColumns(searcher.metric, now), [searcher.metric, now]);
  return (
    <section className={styles.region} aria-label="Workloads">
      <SectionHead title="Workloads">
        <ChoiceMenu
          name="Show"
          value={show}
          options={CHOICES}
          // Another list starts at its first page.
          onChange={(next) => change({ show: next === 'either' ? undefined : next, page: undefined })}
        />
      </SectionHead>
      <QueryTable
        label={worded`Workloads of trial ${trial.id}`}
        noun="workloads"
        definition={workloadTable}
        search={search}
        query={query}
        rows={(reply) => reply.workloads}
        total={(reply) => reply.pagination?.total}
        rowKey={keyOf}
        columns={columns}
        empty={<EmptyState title="No workloads yet" />}
        failed={worded`Failed to load recent trial workloads.`}
        compact={(workload) => (
          <CompactRow
            glyph={workload.checkpoint && <StateIcon state={checkpointLook(workload.checkpoint.state)} />}
            name={`${whatOf(workload)} at batch ${formatCount(doneIn(workload)?.totalBatches)}`}
            value={<Value of={workload} metric={searcher.metric} />}
            about={<TimeCell at={doneIn(workload)?.endTime} now={now} />}
            side={workload.checkpoint && <span className="mono">{workload.checkpoint.uuid}</span>}
          />
        )}
      />
    </section>
  );
}

function workloadColumns(metric: string, now: number): GridColumn<Workload>[] {
  return [
    {
      id: 'batches',
      header: 'Batches',
      width: 96,
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      cell: (workload) => formatCount(doneIn(workload)?.totalBatches),
    },
    { id: 'what', header: 'What', width: 112, cell: whatOf },
    {
      id: 'metric',
      header: metric || 'Metric',
      width: Math.min(260, Math.max(120, headWidth(metric))),
      align: 'end',
      sortable: metric !== '',
      cell: (workload) => <Value of={workload} metric={metric} />,
    },
    {
      id: 'checkpoint',
      header: 'Checkpoint',
      width: 420,
      grow: true,
      cell: ({ checkpoint }) => <Saved checkpoint={checkpoint} />,
    },
    { id: 'when', header: 'When', width: 130, cell: (one) => <TimeCell at={doneIn(one)?.endTime} now={now} /> },
  ];
}

function keyOf(workload: Workload): string {
  const one = doneIn(workload);
  return `${whatOf(workload)} ${one?.totalBatches} ${one?.endTime} ${workload.checkpoint?.uuid}`;
}

function Value({ of: { training, validation }, metric }: { of: Workload; metric: string }) {
  return <NumberCell value={validationValue(validation ?? training ?? null, metric)} format={formatMetric} />;
}

function Saved({ checkpoint }: Pick<Workload, 'checkpoint'>) {
  if (!checkpoint) return null;
  return (
    <span className={styles.saved}>
      <StateLabel state={checkpointLook(checkpoint.state)} />
      <span className="mono">{checkpoint.uuid}</span>
    </span>
  );
}
