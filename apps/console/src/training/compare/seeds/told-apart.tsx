import { Check, CircleHelp, Info } from 'lucide-react';
import { SectionHead } from '#platform/page/section.tsx';
import { nounOf } from '#platform/switches/thing-words.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import type { Compared } from '../shared/compared.ts';
import styles from './compare-seeds.module.css';
import { type SeedGroup, type Verdict, verdicts } from './seed-groups.ts';

const icons = { apart: Check, alike: CircleHelp, few: Info };

/** Which settings are better than which, how far their means are from each other, and how settings were found. */
export function ToldApart({ of, groups }: { of: Compared; groups: readonly SeedGroup[] }) {
  const said = verdicts(groups);
  const counts = groups.map(({ ids }) => ids.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const records = counts.reduce((sum, count) => sum + count, 0);
  return (
    <section aria-label="Told apart" className={styles.told}>
      <SectionHead title="Which can be told apart" note="Welch, 95 %" />
      <ul className={styles.verdicts}>
        {said.map((one) => (
          <li key={one.kind === 'few' ? one.name : `${one.better}, ${one.worse}`} data-kind={one.kind}>
            <Icon of={icons[one.kind]} size={14} />
            <span>
              <Words of={one} />
            </span>
            <span
              className={styles.gap}
              title={one.kind === 'few' ? 'From the nearest mean' : 'Difference of the means'}
            >
              {one.gap < 0 ? '−' : '+'}
              {formatMetric(Math.abs(one.gap))}
            </span>
          </li>
        ))}
        {said.length === 0 ? <li>There is one setting only.</li> : null}
      </ul>
      <p className={styles.how}>
        {plural(records, nounOf(of))}: {plural(groups.length, 'setting')} with{' '}
        {least === most ? plural(most, 'seed') : `${least} to ${plural(most, 'seed')}`} each, equal in everything but{' '}
        <code>reproducibility.experiment_seed</code> and the hyperparameter <code>seed</code>.
      </p>
    </section>
  );
}

function Words({ of }: { of: Verdict }) {
  if (of.kind === 'few')
    return (
      <>
        <b>{of.name}</b>: {of.n === 1 ? '1 seed is' : `${of.n} seeds are`} too few to say
      </>
    );
  const [better, worse] = [<b key="better">{of.better}</b>, <b key="worse">{of.worse}</b>];
  return of.kind === 'apart' ? (
    <>
      {better} is better than {worse}
    </>
  ) : (
    <>
      {better} and {worse} cannot be told apart at n = {of.n}
    </>
  );
}
