import { Link } from '@tanstack/react-router';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { truncate } from '#ui/format/words.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { archivedLook, stateLook, unmanagedLook } from '#ui/primitives/state-kinds.ts';
import { DurationCell, NumberCell, TagsCell, TextCell, TimeCell, UserCell } from '#ui/table/cells.tsx';
import { ACTION_COLUMN_WIDTH, type GridColumn, headWidth, idWidth } from '#ui/table/grid-column.ts';
import { heatStrength } from '#ui/table/heat.ts';
import { knownProgress } from '../../shared/experiment.ts';
import { ExperimentCurve } from '../shared/experiment-curve.tsx';
import { commonMetric, type ExperimentRow, type ExperimentRows } from './experiment-row.ts';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';
import styles from './experiment-table.module.css';

/** Default widths of the specification. */
export const experimentColumnWidths = { id: 50, name: 290, startTime: 118, state: 60, user: 50 };

interface ColumnOptions {
  reply: ExperimentRows | undefined;
  now: number;
  workspaceId: number;
}

export function experimentColumns({ reply, now, workspaceId }: ColumnOptions): GridColumn<ExperimentRow>[] {
  const metric = commonMetric(reply?.rows ?? []);
  const range = reply?.range ?? undefined;
  const sorted = { sortable: true } as const;
  const number = { ...sorted, align: 'end', firstSort: 'desc' } as const;
  const metricName = metric ? truncate(metric.name) : 'Searcher Metric';
  return [
    {
      ...number,
      id: 'id',
      header: 'ID',
      width: idWidth(experimentColumnWidths.id, Math.max(0, ...(reply?.rows ?? []).map((row) => row.id))),
      pinned: true,
      cell: (row) => row.id,
    },
    {
      ...sorted,
      id: 'name',
      header: 'Name',
      width: experimentColumnWidths.name,
      pinned: true,
      grow: true,
      cell: (row) => <NameCell row={row} />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 120,
      pinned: true,
      cell: (row) => <TextCell text={row.description} />,
    },
    {
      ...sorted,
      id: 'state',
      header: 'State',
      width: experimentColumnWidths.state,
      roomyWidth: 128,
      cell: (row) => (
        <span className={styles.state} title={stateLook(row.state).word}>
          <StateLabel state={row.state} progress={knownProgress(row)} />
        </span>
      ),
    },
    {
      id: 'curve',
      header: `${metricName} curve`,
      headerContent: 'Curve',
      width: 104,
      cell: (row) => <ExperimentCurve row={row} />,
    },
    {
      ...number,
      id: 'bestValue',
      header: metricName,
      width: Math.max(100, headWidth(metricName)),
      sortable: false,
      cell: (row) => <NumberCell value={row.bestValue} format={formatMetric} />,
      heat: (row) => (metric ? heatStrength(row.bestValue, range, metric.smallerIsBetter) : undefined),
    },
    { ...number, id: 'numTrials', header: 'Trials', width: 64, cell: (row) => formatCount(row.numTrials) },
    {
      ...number,
      id: 'duration',
      header: 'Duration',
      width: 84,
      cell: (row) => <DurationCell seconds={row.endTime ? row.duration : since(row.startTime, now)} />,
    },
    {
      ...sorted,
      id: 'startTime',
      header: 'Started',
      width: experimentColumnWidths.startTime,
      firstSort: 'desc',
      cell: (row) => <TimeCell at={row.startTime} now={now} />,
    },
    {
      ...sorted,
      id: 'user',
      header: 'User',
      width: experimentColumnWidths.user,
      cell: (row) => <UserCell name={row.displayName || row.username} />,
    },
    { ...sorted, id: 'searcherType', header: 'Searcher', width: 110, cell: (row) => row.searcherType },
    { id: 'tags', header: 'Tags', width: 120, cell: (row) => <TagsCell tags={row.labels} /> },
    {
      id: 'forkedFrom',
      header: 'Forked From',
      width: 92,
      align: 'end',
      cell: (row) => (row.forkedFrom === null ? <TextCell text="" /> : <ForkLink id={row.forkedFrom} />),
    },
    { ...sorted, id: 'resourcePool', header: 'Resource Pool', width: 116, cell: (row) => row.resourcePool },
    {
      ...number,
      id: 'checkpointSize',
      header: 'Checkpoint Size',
      width: 116,
      cell: (row) => (row.checkpointCount > 0 ? formatBytes(row.checkpointSize) : <TextCell text="" />),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerContent: '',
      width: ACTION_COLUMN_WIDTH,
      pinnedEnd: true,
      cell: (row) => <ExperimentRowMenu inGrid row={row} workspaceId={workspaceId} />,
    },
  ];
}

export function ExperimentLink({ row }: { row: ExperimentRow }) {
  return (
    <Link
      to="/experiments/$experimentId/{-$tab}"
      params={{ experimentId: String(row.id), tab: undefined }}
      data-row-link
      tabIndex={-1}
      className={styles.name}
      title={row.name}
    >
      {row.name}
    </Link>
  );
}

function NameCell({ row }: { row: ExperimentRow }) {
  return (
    <span className={styles.nameCell}>
      <ExperimentLink row={row} />
      {row.unmanaged && <StateLabel state={unmanagedLook} />}
      {row.archived && <StateLabel state={archivedLook} />}
    </span>
  );
}

function ForkLink({ id }: { id: number }) {
  return (
    <Link to="/experiments/$experimentId/{-$tab}" params={{ experimentId: String(id), tab: undefined }} tabIndex={-1}>
      {id}
    </Link>
  );
}

function since(start: string, now: number): number {
  return (now - Date.parse(start)) / 1000;
}
