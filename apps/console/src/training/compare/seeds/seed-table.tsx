import { SectionHead } from '#platform/page/section.tsx';
import { formatMetric, NO_VALUE } from '#ui/format/numbers.ts';
import type { PointedId, PointedRow } from '#ui/table/pointed-row.ts';
import type { Comparison } from '../shared/compared.ts';
import { RunKey } from '../shared/run-key.tsx';
import styles from './compare-seeds.module.css';
import { bandOf, seedAxis } from './seed-axis.ts';
import { bandWords } from './seed-band.ts';
import type { BySeed } from './seed-lines.ts';
import { SeedSpread, SpreadTicks } from './seed-spread.tsx';

interface SeedTableProps extends BySeed {
  metric: Comparison['metric'];
  chosen: PointedId | undefined;
  pointed: PointedRow;
}

/** Each setting with the best values of its seeds along one axis. */
export function SeedTable({ groups, band, metric, chosen, pointed }: SeedTableProps) {
  const axis = seedAxis(groups, band);
  const words = bandWords[band];
  return (
    <section aria-label="Seeds">
      <SectionHead
        title={`Best ${metric?.name ?? ''} of each seed`}
        note={`dots: seeds; tick: mean${words ? `; bar: ${words}` : ''}`}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key */}
      <section className={styles.box} aria-label="Settings by seed" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col" className={styles.axis}>
                <span className="visually-hidden">Spread</span>
                <SpreadTicks axis={axis} />
              </th>
              <th scope="col">Mean</th>
              {band === 'mean' ? <th scope="col">± 95 %</th> : null}
              {band === 'range' ? <th scope="col">Min</th> : null}
              {band === 'range' ? <th scope="col">Max</th> : null}
              <th scope="col">n</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const [min, max] = bandOf(group, 'range') ?? group.values;
              return (
                <tr
                  key={group.id}
                  data-chosen={group.id === chosen || undefined}
                  onPointerEnter={() => pointed.point(group.id)}
                  onPointerLeave={() => pointed.point(undefined)}
                >
                  <th scope="row">
                    <span className={styles.setting}>
                      <RunKey slot={group.slot} /> <b>{group.name}</b>
                      {group.rest ? <span> {group.rest}</span> : null}
                    </span>
                  </th>
                  <td className={styles.axis}>
                    <SeedSpread {...{ group, axis, band }} />
                  </td>
                  <td>{formatMetric(group.sample?.mean)}</td>
                  {band === 'mean' ? <td>{group.half === undefined ? NO_VALUE : formatMetric(group.half)}</td> : null}
                  {band === 'range' ? <td>{formatMetric(min)}</td> : null}
                  {band === 'range' ? <td>{formatMetric(max ?? min)}</td> : null}
                  <td>{group.values.length}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}
