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
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
import styles from './home-page.module.css';

type Row = ExtReplyOf<typeof getOwnExperimentRowsRoute>['rows'][number];

export function RecentExperiments({ rows }: { rows: Row[] }) {
  return useIsMobile() ? <Lines rows={rows} /> : <Rows rows={rows} />;
}

function Name({ row }: { row: Row }) {
  return (
    <Link to="/experiments/$experimentId/{-$tab}" params={{ experimentId: String(row.id) }} className={table.name}>
      {row.name}
    </Link>
  );
}

/** A value that is not a number is a finding: it says so in red. */
function Best({ row }: { row: Row }) {
  const best = row.bestValue;
  if (best === null) return <span className="muted">—</span>;
  return <span className={Number.isFinite(best) ? undefined : styles.broken}>{formatMetric(best)}</span>;
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <div className={table.box}>
      <table className={table.table} style={{ minWidth: 960 }}>
        <colgroup>
          <col style={{ width: '30%' }} />
          <col />
          <col style={{ width: 150 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 100 }} />
          <col style={{ width: 130 }} />
        </colgroup>
        <thead>
          <tr>
            <th>Name</th>
            <th>Project</th>
            <th>State</th>
            <th>Searcher metric</th>
            <th className={table.number}>Best</th>
            <th className={table.number}>Duration</th>
            <th>Started</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Name row={row} />
              </td>
              <td className={table.quiet}>{row.projectName}</td>
              <td>
                <StateLabel state={row.state} progress={knownProgress(row)} />
              </td>
              <td title={row.searcherMetric}>
                <ExperimentCurve row={row} />
              </td>
              <td className={table.number}>
                <Best row={row} />
              </td>
              <td className={table.number}>{formatDuration(row.duration)}</td>
              <td className={table.quiet}>
                <RelativeTime at={row.startTime} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines({ rows }: { rows: Row[] }) {
  return (
    <ul className={table.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className={table.cell}>
            <Name row={row} />
          </span>
          <p>
            <StateLabel state={row.state} progress={knownProgress(row)} /> · {row.projectName} ·{' '}
            <RelativeTime at={row.startTime} />
          </p>
          <span className={`${table.aside} ${styles.best}`}>
            <ExperimentCurve row={row} />
            <Best row={row} />
          </span>
        </li>
      ))}
    </ul>
  );
}
