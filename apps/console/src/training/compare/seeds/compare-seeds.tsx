import { SectionHead } from '#platform/page/section.tsx';
import { formatMetric, NO_VALUE } from '#ui/format/numbers.ts';
import details from '../details/compare-details.module.css';
import { RunKey } from '../shared/run-key.tsx';
import styles from './compare-seeds.module.css';
import { type SeedGroup, verdicts } from './seed-groups.ts';
import { SeedSpread } from './seed-spread.tsx';

/** Each setting with its seeds, and which settings can be told apart. */
export function CompareSeeds({
  groups,
  metric,
}: {
  groups: readonly (SeedGroup & { slot: number })[];
  metric: string;
}) {
  const said = verdicts(groups);
  const values = groups.flatMap((group) => group.values);
  const span = [Math.min(...values), Math.max(...values)] as const;
  return (
    <section aria-label="Seeds" className={styles.seeds}>
      <SectionHead title={`${metric} by seed`} note="dots: seeds; bar: 95 % interval of the mean" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key */}
      <section className={styles.box} aria-label="Settings by seed" tabIndex={0}>
        <table className={details.table}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Spread</th>
              <th scope="col">Mean</th>
              <th scope="col">± 95 %</th>
              <th scope="col">n</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ slot, ...group }) => (
              <tr key={group.ids.join()}>
                <th scope="row">
                  <RunKey slot={slot} /> {group.name}
                </th>
                <td>
                  <SeedSpread group={group} slot={slot} span={span} />
                </td>
                <td>{formatMetric(group.sample?.mean)}</td>
                <td>{group.half === undefined ? NO_VALUE : formatMetric(group.half)}</td>
                <td>{group.values.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <SectionHead title="Which can be told apart" note="Welch, 95 %" />
      <ul className={styles.verdicts}>
        {said.map(({ kind, words }) => (
          <li key={words} data-kind={kind}>
            {words}
          </li>
        ))}
        {said.length === 0 ? <li>There is one setting only.</li> : null}
      </ul>
      <p className={styles.how}>
        Records are one setting where everything is equal but <code>reproducibility.experiment_seed</code> and the
        hyperparameter <code>seed</code>.
      </p>
    </section>
  );
}
