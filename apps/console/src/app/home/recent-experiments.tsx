import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { Link } from '@tanstack/react-router';
import { ExperimentCurve } from '#training/experiments/shared/experiment-curve.tsx';
import { knownProgress } from '#training/shared/experiment.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { formatDuration } from '#ui/format/times.ts';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import table from '#ui/primitives/table.module.css';
import { NumberCell } from '#ui/table/cells.tsx';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import styles from './home-page.module.css';

type Row = ExtReplyOf<typeof getOwnExperimentRowsRoute>['rows'][number];

const columns: PlainColumn<Row>[] = [
  { id: 'name', header: 'Name', width: '30%', cell: (row) => <Name row={row} /> },
  { id: 'project', header: 'Project', look: 'quiet', cell: (row) => row.projectName },
  {
    id: 'state',
    header: 'State',
    width: 150,
    cell: (row) => <StateLabel state={row.state} progress={knownProgress(row)} />,
  },
  {
    id: 'curve',
    header: 'Searcher metric',
    width: 150,
    title: (row) => row.searcherMetric,
    cell: (row) => <ExperimentCurve row={row} />,
  },
  { id: 'best', header: 'Best', width: 110, look: 'number', cell: (row) => <Best row={row} /> },
  { id: 'duration', header: 'Duration', width: 100, look: 'number', cell: (row) => formatDuration(row.duration) },
  { id: 'started', header: 'Started', width: 130, look: 'quiet', cell: (row) => <RelativeTime at={row.startTime} /> },
];

export function RecentExperiments({ rows }: { rows: Row[] }) {
  return (
    <PlainTable
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      minWidth={960}
      line={(row) => ({
        name: <Name row={row} />,
        about: (
          <>
            <StateLabel state={row.state} progress={knownProgress(row)} /> · {row.projectName} ·{' '}
            <RelativeTime at={row.startTime} />
          </>
        ),
        aside: (
          <span className={styles.best}>
            <ExperimentCurve row={row} />
            <Best row={row} />
          </span>
        ),
      })}
    />
  );
}

function Name({ row }: { row: Row }) {
  return (
    <Link
      to="/experiments/$experimentId/{-$tab}"
      params={{ experimentId: String(row.id), tab: undefined }}
      className={table.name}
    >
      {row.name}
    </Link>
  );
}

function Best({ row }: { row: Row }) {
  return <NumberCell value={row.bestValue} format={formatMetric} />;
}
