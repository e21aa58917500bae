import { bestValue } from '#training/metrics/shared/reported-searcher.ts';
import type { Experiment, Searcher } from '#training/shared/experiment.ts';
import { retentionWords, type Trial, trialDuration, validationValue } from '#training/shared/trial.ts';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { DurationCell, NumberCell, TimeCell, UuidCell } from '#ui/table/cells.tsx';
import { type GridColumn, idWidth } from '#ui/table/grid-column.ts';

/** All there is to say of an experiment's trials in columns. */
export function trialColumns(
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

/** Those that were chosen, and the one that leads to its trial. */
export function shownTrialColumns(all: GridColumn<Trial>[], chosen: readonly string[] | undefined) {
  return chosen ? all.filter(({ id }) => id === 'id' || chosen.includes(id)) : all;
}
