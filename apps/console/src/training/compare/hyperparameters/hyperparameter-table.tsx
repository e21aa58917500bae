import { formatMetric } from '#ui/format/numbers.ts';
import styles from '../details/compare-details.module.css';
import { type Comparison, valueText } from '../shared/compared.ts';
import { RunKey } from '../shared/run-key.tsx';

interface HyperparameterTableProps {
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  /** Hyperparameters, and places of records. */
  names: readonly string[];
  rows: readonly number[];
}

/** A record a row, with what its hyperparameters were and what came of them: the best first. */
export function HyperparameterTable({ comparison, slots, names, rows }: HyperparameterTableProps) {
  const { records, paths, metric } = comparison;
  const own = names.flatMap((name) => paths.filter(({ part, path }) => part === 'hyperparameter' && path === name));
  const sign = metric?.smallerIsBetter ? 1 : -1;
  const worst = Number.POSITIVE_INFINITY;
  const order = rows
    .map((at) => ({ record: records[at], at }))
    .map(({ record, at }) => ({ record, at, rank: Number.isFinite(record?.best) ? sign * (record?.best ?? 0) : worst }))
    .sort((a, b) => (a.rank === b.rank ? a.at - b.at : a.rank - b.rank));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key
    <section className={styles.box} aria-label="Hyperparameters of records" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">ID</th>
            {own.map(({ path }) => (
              <th key={path} scope="col">
                {path}
              </th>
            ))}
            <th scope="col">{metric?.name}</th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ record, at }) => (
            <tr key={record?.id}>
              <th scope="row">
                <RunKey slot={slots.get(record?.id ?? 0)} /> {record?.id}
              </th>
              {own.map(({ path, values }) => (
                <td key={path}>{valueText(values[at] ?? null)}</td>
              ))}
              <td>{formatMetric(record?.best)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
