import { type ReactNode, useSyncExternalStore } from 'react';
import { worded } from '#platform/switches/thing-words.ts';
import type { XAxis } from '#training/metrics/shared/metric-series.ts';
import { ExperimentLink } from '#training/shared/experiment-link.tsx';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatMetric } from '#ui/format/numbers.ts';
import type { PointedId, PointedRow } from '#ui/table/pointed-row.ts';
import { type Compared, type Comparison, departures, valueText } from '../shared/compared.ts';
import { RunKey } from '../shared/run-key.tsx';
import styles from './compare-metrics.module.css';
import { comparedAxes } from './compared-axes.ts';
import { type Readings, valueAt } from './readings.ts';

/** In words; more would be the table of details. */
const mostSaid = 2;

interface RunLegendProps {
  of: Compared;
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  /** What is pointed at: a record, or all of a setting. */
  chosen: readonly PointedId[];
  pointed: PointedRow;
  /** What is read in the charts, along this axis. */
  readings: Readings;
  axis: XAxis;
}

/** The records with their lines' colours, how they came out, and where each departs from what most have. */
export function RunLegend({ of, comparison, slots, chosen, pointed, readings, axis }: RunLegendProps) {
  const { records, paths, metric } = comparison;
  return (
    <section className={styles.legend} aria-label="Compared records">
      <div className={styles.legendHead}>
        <h2>{of === 'run' ? 'Runs' : worded`Experiments`}</h2>
        <span className="muted">what differs</span>
        <span className={styles.push}>
          <ReadMetric readings={readings} axis={axis}>
            {metric ? `${metric.name} ${metric.smallerIsBetter ? 'min' : 'max'}` : null}
          </ReadMetric>
        </span>
      </div>
      <ul>
        {records.map(({ id, experimentId, name, best }, at) => (
          <li
            key={id}
            className={styles.record}
            data-chosen={chosen.includes(id) || undefined}
            onPointerEnter={() => pointed.point(id)}
            onPointerLeave={() => pointed.point(undefined)}
            onFocus={() => pointed.point(id)}
            onBlur={() => pointed.point(undefined)}
          >
            <RunKey slot={slots.get(id)} />
            <span className={styles.name}>
              {of === 'run' ? (
                <TrialLink experimentId={experimentId} trialId={id}>
                  {id}
                </TrialLink>
              ) : (
                <ExperimentLink id={id} />
              )}{' '}
              {name}
            </span>
            <span className={styles.value}>
              <ReadValue readings={readings} id={id} best={best} />
            </span>
            <span className={styles.differs}>
              <Departures of={departures(paths, at)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which metric the values are of, and where. */
function ReadMetric({ readings, axis, children }: { readings: Readings; axis: XAxis; children: ReactNode }) {
  const reading = useSyncExternalStore(readings.listen, () => readings.current);
  if (!reading) return children;
  const x = axis === 'batches' ? Math.round(reading.x) : reading.x;
  return `${reading.metric.name}, ${comparedAxes[axis].format(x)}`;
}

/** The value where the charts are read; else how it came out. */
function ReadValue({ readings, id, best }: { readings: Readings; id: number; best: number | null }) {
  return useSyncExternalStore(readings.listen, () =>
    formatMetric(readings.current ? valueAt(readings.current, id) : best),
  );
}

function Departures({ of }: { of: ReturnType<typeof departures> }) {
  if (of.length === 0) return 'the majority in every setting';
  const more = of.length - mostSaid;
  return (
    <>
      {of.slice(0, mostSaid).map(({ path, value }, i) => (
        <span key={path}>
          {i > 0 ? ' · ' : null}
          {path} <b>{valueText(value)}</b>
        </span>
      ))}
      {more > 0 ? ` · ${more} more` : null}
    </>
  );
}
