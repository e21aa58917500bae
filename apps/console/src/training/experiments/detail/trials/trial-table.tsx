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
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { shownTrialColumns, trialColumns } from './trial-columns.tsx';
import { trialsRequest, trialTable } from './trials-request.ts';
import type { TrialTableState } from './use-trial-table.ts';

interface TrialTableProps {
  experiment: Experiment;
  searcher: Searcher;
  table: TrialTableState;
}

/** The trials of an experiment. */
export function TrialTable({ experiment, searcher, table }: TrialTableProps) {
  const { search, states, columns: chosen } = table;
  const settled = isSettled(experiment.state);
  const now = useNow(!settled);
  const query = useCallQuery(getExperimentTrialsRoute, trialsRequest(experiment.id, search), {
    keep: true,
    poll: settled ? false : pollEvery.store,
  });
  const readAt = query.dataUpdatedAt;
  const columns = useMemo(
    () => shownTrialColumns(trialColumns(experiment, searcher, { now, readAt }), chosen),
    [experiment, searcher, now, readAt, chosen],
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
      widths={table.widths}
      onWidth={table.setWidth}
      onSort={table.keepSorts}
      onPart={table.keepPage}
      empty={<EmptyState title={states.length > 0 ? worded`No trials in these states` : worded`No trials yet`} />}
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
