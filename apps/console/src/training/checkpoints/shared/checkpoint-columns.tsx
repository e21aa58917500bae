import type { Reply } from '@determined/contract/route.ts';
import type { getTrialCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import type { ReactNode } from 'react';
import type { Searcher } from '#training/shared/experiment.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { NumberCell, TimeCell, UuidCell } from '#ui/table/cells.tsx';
import { ACTION_COLUMN_WIDTH, type GridColumn, headWidth } from '#ui/table/grid-column.ts';
import styles from './checkpoint-columns.module.css';
import { checkpointLook } from './checkpoint-look.ts';
import { batchesOf, sizeOf } from './checkpoint-size.ts';

export type Checkpoint = Reply<typeof getTrialCheckpointsRoute>['checkpoints'][number];

/** Default widths of the specification. */
export const checkpointColumnWidths = { uuid: 200, state: 117, totalBatches: 74, searcherMetric: 100, checkpoint: 100 };

/** `open` shows one of them, `menu` draws what can be done with it. */
export function checkpointColumns(
  searcher: Searcher,
  open: (checkpoint: Checkpoint) => void,
  menu: (checkpoint: Checkpoint) => ReactNode,
): GridColumn<Checkpoint>[] {
  const now = Date.now();
  const widths = checkpointColumnWidths;
  const metricHead = `Searcher Metric (${searcher.metric})`;
  return [
    {
      id: 'uuid',
      header: 'UUID',
      width: widths.uuid,
      pinned: true,
      grow: true,
      sortable: true,
      cell: (checkpoint) => (
        <button type="button" data-row-link tabIndex={-1} className={styles.opens} onClick={() => open(checkpoint)}>
          <UuidCell uuid={checkpoint.uuid} />
        </button>
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
      roomyWidth: 110,
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      cell: (checkpoint) => formatCount(batchesOf(checkpoint)),
    },
    {
      id: 'searcherMetric',
      header: metricHead,
      width: widths.searcherMetric,
      roomyWidth: Math.min(260, headWidth(metricHead)),
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
    { id: 'actions', header: 'Actions', headerContent: '', width: ACTION_COLUMN_WIDTH, pinnedEnd: true, cell: menu },
  ];
}
