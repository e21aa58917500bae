import type { SortBy } from '@determined/contract/training/checkpoints-generated.ts';
import { getTrialCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { useCallback, useMemo, useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Tools } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { type TableDefinition, tablePart } from '#platform/table/table-state.ts';
import type { Searcher } from '#training/shared/experiment.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SeveralMenu } from '#ui/primitives/several-menu.tsx';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { ChooseBox, chooseColumn, useChosenRows } from '#ui/table/choose-column.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';
import { useExperiment } from '../../shared/use-experiment.ts';
import { CheckpointBulkBar } from './checkpoint-bulk-bar.tsx';
import styles from './checkpoint-columns.module.css';
import { type Checkpoint, checkpointColumns } from './checkpoint-columns.tsx';
import { CheckpointDialog } from './checkpoint-dialog.tsx';
import { checkpointLook } from './checkpoint-look.ts';
import { CheckpointRowMenu } from './checkpoint-row-menu.tsx';
import { batchesOf, sizeOf } from './checkpoint-size.ts';
import { checkpointStates, checkpointsFailed, statesOf } from './checkpoint-states.ts';

const SORTS: Record<string, SortBy> = {
  uuid: 'SORT_BY_UUID',
  state: 'SORT_BY_STATE',
  totalBatches: 'SORT_BY_BATCH_NUMBER',
  searcherMetric: 'SORT_BY_SEARCHER_METRIC',
  time: 'SORT_BY_END_TIME',
};

const checkpointTable: TableDefinition = {
  sorts: Object.keys(SORTS),
  defaultSort: { columnId: 'totalBatches', direction: 'desc' },
  pageSizes: [10, 20, 50, 100],
};

interface CheckpointTableProps {
  trial: Trial;
  searcher: Searcher;
  /** The only trial of the experiment on whose page they stand. */
  only?: boolean;
}

/** The checkpoints of a trial. */
export function CheckpointTable({ trial, searcher, only }: CheckpointTableProps) {
  const search = useDetailSearch();
  const change = useChangeDetailSearch();
  const states = statesOf(search.state);
  const chosen = useChosenRows<Checkpoint, string>(({ uuid }) => uuid);
  const { sort, offset, pageSize } = tablePart(checkpointTable, search);
  const query = useCallQuery(
    getTrialCheckpointsRoute,
    {
      id: trial.id,
      sortByAttr: SORTS[sort.columnId],
      orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
      offset,
      limit: pageSize,
      states,
    },
    { keep: true, poll: trialHasEnded(trial.state) ? false : pollEvery.store },
  );
  const [opened, setOpened] = useState<Checkpoint>();
  const { workspaceId = 0, userId = 0 } = useExperiment(trial.experimentId).data?.experiment ?? {};
  const subjectOf = useCallback(
    ({ uuid, state }: Checkpoint) => ({ id: uuid, name: uuid, state, workspaceId, ownerId: userId }),
    [workspaceId, userId],
  );
  const menu = useCallback(
    (checkpoint: Checkpoint, inGrid = true) => (
      <CheckpointRowMenu inGrid={inGrid} checkpoint={subjectOf(checkpoint)} onView={() => setOpened(checkpoint)} />
    ),
    [subjectOf],
  );
  const shown = query.data?.checkpoints ?? [];
  const columns = useMemo(() => checkpointColumns(searcher, setOpened, (one) => menu(one)), [searcher, menu]);
  const choose = chooseColumn({ chosen, rows: shown, name: ({ uuid }) => `checkpoint ${uuid}` });
  // Their states may have changed since they were ticked.
  const ticked = [...chosen.rows.values()].map((one) => shown.find(({ uuid }) => uuid === one.uuid) ?? one);
  return (
    <>
      <Tools name="Checkpoints">
        {ticked.length > 0 ? (
          <CheckpointBulkBar checkpoints={ticked.map(subjectOf)} onClear={chosen.clear} />
        ) : (
          <SeveralMenu
            name="State"
            options={checkpointStates}
            value={states}
            // Another list starts at its first page.
            onChange={(next) => change({ state: next.join(',') || undefined, page: undefined })}
          />
        )}
      </Tools>
      <QueryTable
        opens
        label={worded`Checkpoints of trial ${trial.id}`}
        noun="checkpoints"
        definition={checkpointTable}
        search={search}
        query={query}
        rows={(reply) => reply.checkpoints}
        total={(reply) => reply.pagination?.total}
        rowKey={(checkpoint) => checkpoint.uuid}
        columns={[choose, ...columns]}
        chosen={chosen.has}
        empty={<EmptyState title={states.length > 0 ? 'No checkpoints in these states' : 'No checkpoints yet'} />}
        failed={checkpointsFailed(trial, only)}
        compact={(checkpoint) => (
          <CompactRow
            glyph={
              <>
                <ChooseBox
                  row={checkpoint}
                  chosen={chosen}
                  name={`checkpoint ${checkpoint.uuid}`}
                  blocked={undefined}
                />
                <StateIcon state={checkpointLook(checkpoint.state)} />
              </>
            }
            name={
              <button type="button" data-row-link className={styles.opens} onClick={() => setOpened(checkpoint)}>
                <span className="mono">{checkpoint.uuid}</span>
              </button>
            }
            value={formatMetric(checkpoint.training?.searcherMetric)}
            about={`batch ${formatCount(batchesOf(checkpoint))}`}
            side={formatBytes(sizeOf(checkpoint))}
            menu={menu(checkpoint, false)}
          />
        )}
      />
      {opened ? (
        <CheckpointDialog checkpoint={opened} subject={subjectOf(opened)} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  );
}
