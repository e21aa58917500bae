import type { Experiment } from '@determined/contract/training/experiments-generated.ts';
import { Link } from '@tanstack/react-router';
import { formatMetric } from '#ui/format/numbers.ts';
import { formatDuration } from '#ui/format/times.ts';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import table from '#ui/primitives/table.module.css';
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
import styles from './home-page.module.css';

export function RecentExperiments({ experiments }: { experiments: Experiment[] }) {
  return useIsMobile() ? <Lines experiments={experiments} /> : <Rows experiments={experiments} />;
}

function Name({ experiment }: { experiment: Experiment }) {
  return (
    <Link
      to="/experiments/$experimentId/{-$tab}"
      params={{ experimentId: String(experiment.id) }}
      className={table.name}
    >
      {experiment.name}
    </Link>
  );
}

/** A value that is not a number is a finding: it says so in red. */
function Best({ experiment }: { experiment: Experiment }) {
  const best = experiment.bestTrialSearcherMetric;
  if (best === undefined) return <span className="muted">—</span>;
  return <span className={Number.isFinite(best) ? undefined : styles.broken}>{formatMetric(best)}</span>;
}

function Rows({ experiments }: { experiments: Experiment[] }) {
  return (
    <div className={table.box}>
      <table className={table.table} style={{ minWidth: 760 }}>
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
          {experiments.map((experiment) => (
            <tr key={experiment.id}>
              <td>
                <Name experiment={experiment} />
              </td>
              <td className={table.quiet}>{experiment.projectName}</td>
              <td>
                <StateLabel state={experiment.state} progress={experiment.progress} />
              </td>
              <td className={table.quiet}>{experiment.searcherMetric}</td>
              <td className={table.number}>
                <Best experiment={experiment} />
              </td>
              <td className={table.number}>{formatDuration(experiment.duration)}</td>
              <td className={table.quiet}>
                <RelativeTime at={experiment.startTime} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines({ experiments }: { experiments: Experiment[] }) {
  return (
    <ul className={table.list}>
      {experiments.map((experiment) => (
        <li key={experiment.id}>
          <span className={table.cell}>
            <Name experiment={experiment} />
          </span>
          <p>
            <StateLabel state={experiment.state} progress={experiment.progress} /> · {experiment.projectName} ·{' '}
            <RelativeTime at={experiment.startTime} />
          </p>
          <span className={`${table.aside} num`}>
            <Best experiment={experiment} />
          </span>
        </li>
      ))}
    </ul>
  );
}
