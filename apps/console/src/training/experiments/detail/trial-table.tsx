import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { bestValue } from '#training/metrics/shared/reported-searcher.ts';
import { type Experiment, isSettled, type Searcher } from '#training/shared/experiment.ts';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, StateLabel } from '#ui/primitives/state-badge.tsx';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import { DurationCell, NumberCell, TimeCell, UuidCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { type GridColumn, idWidth } from '#ui/table/grid-column.ts';
import { useDetailSearch } from '../../shared/detail-route.ts';
import { retentionWords, type Trial, trialDuration, validationValue } from '../../shared/trial.ts';
import { trialsRequest, trialTable } from './trials-request.ts';

/** The trials of an experiment. */
export function TrialTable({ experiment, searcher }: { experiment: Experiment; searcher: Searcher }) {
  const search = useDetailSearch();
  const settled = isSettled(experiment.state);
  const now = useNow(!settled);
  const query = useCallQuery(getExperimentTrialsRoute, trialsRequest(experiment.id, search), {
    keep: true,
    poll: settled ? false : pollEvery.store,
  });
  const readAt = query.dataUpdatedAt;
  const columns = useMemo(
    () => trialColumns(experiment, searcher, { now, readAt }),
    [experiment, searcher, now, readAt],
  );
  return (
    <QueryTable
      label={worded`Trials of experiment ${experiment.id}`}
      noun={worded`trials`}
      definition={trialTable}
      search={search}
      query={query}
      rows={(reply) => reply.trials}
      total={(reply) => reply.pagination?.total}
      rowKey={(trial) => trial.id}
      opens
      columns={columns}
      empty={<EmptyState title={worded`No trials yet`} />}
      failed={worded`Unable to fetch experiments ${experiment.id} trials.`}
      compact={(trial) => (
        <CompactRow
          glyph={<StateIcon state={trial.state} />}
          name={
            <TrialLink {...{ experimentId: experiment.id, trialId: trial.id }}>{worded`Trial ${trial.id}`}</TrialLink>
          }
          value={formatMetric(bestValue(trial, searcher))}
          about={stateLook(trial.state).word}
          side={`batch ${formatCount(trial.totalBatchesProcessed)}`}
        />
      )}
    />
  );
}

function trialColumns(
  experiment: Experiment,
  searcher: Searcher,
  { now, readAt }: { now: number; readAt: number },
): GridColumn<Trial>[] {
  const { unmanaged } = experiment;
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
      cell: (trial) => <NumberCell value={bestValue(trial, searcher)} format={formatMetric} />,
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
      cell: (trial) => <DurationCell seconds={trialDuration(trial, { now, readAt, unmanaged })} />,
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
