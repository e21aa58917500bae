import { formatMetric } from '#ui/format/numbers.ts';
import { type Comparison, valueText } from '../shared/compared.ts';
import { halfInterval, type Sample, sampleOf, toldApart } from './student.ts';

/** What replicates may differ in: of the configuration, and where a script takes it as a hyperparameter. */
const seedPaths = new Set(['reproducibility.experiment_seed', 'seed']);
const mostSaid = 2;
/** With fewer seeds nothing is said of a difference. */
export const leastSeeds = 3;

/** Records that are equal in everything but their seed. */
export interface SeedGroup {
  /** In what it differs from the other groups. */
  name: string;
  ids: number[];
  /** Their best values, and what follows from these; undefined where none has one. */
  values: number[];
  sample: Sample | undefined;
  /** Half of the mean's 95 % interval. */
  half: number | undefined;
}

/** Replicates of the comparison, the best mean first. Empty where no two records are replicates. */
export function seedGroups({ records, paths, metric }: Comparison): SeedGroup[] {
  const telling = paths.filter(({ path, differs }) => differs && !seedPaths.has(path));
  const places = Map.groupBy(records.keys(), (at) => JSON.stringify(telling.map(({ values }) => values[at])));
  if (places.size === records.length) return [];
  const sign = metric?.smallerIsBetter ? 1 : -1;
  const rank = ({ sample }: SeedGroup) => (sample ? sign * sample.mean : Number.POSITIVE_INFINITY);
  return [...places.values()]
    .map((of): SeedGroup => {
      const bests = of.flatMap((at) => records[at]?.best ?? []).filter(Number.isFinite);
      const sample = bests.length > 0 ? sampleOf(bests) : undefined;
      const said = telling.map(({ path, values }) => `${path} ${valueText(values[of[0] ?? 0] ?? null)}`);
      const more = said.length - mostSaid;
      return {
        name: [...said.slice(0, mostSaid), ...(more > 0 ? [`${more} more`] : [])].join(' · ') || 'All of them',
        ids: of.flatMap((at) => records[at]?.id ?? []),
        values: bests,
        sample,
        half: sample && halfInterval(sample),
      };
    })
    .sort((a, b) => rank(a) - rank(b) || (a.ids[0] ?? 0) - (b.ids[0] ?? 0));
}

export interface Verdict {
  kind: 'apart' | 'alike' | 'few';
  words: string;
}

/** What can be said of each two groups, the better one first. */
export function verdicts(groups: readonly SeedGroup[]): Verdict[] {
  return groups.flatMap((better, at) =>
    groups.slice(at + 1).flatMap((worse): Verdict[] => {
      const [a, b] = [better.sample, worse.sample];
      if (!a || !b) return [];
      const n = Math.min(a.n, b.n);
      const gap = formatMetric(Math.abs(a.mean - b.mean));
      if (n < leastSeeds) {
        const few = n === 1 ? '1 seed is' : `${n} seeds are`;
        return [
          { kind: 'few', words: `${better.name} and ${worse.name} lie ${gap} apart, but ${few} too few to say.` },
        ];
      }
      return toldApart(a, b)
        ? [{ kind: 'apart', words: `${better.name} is better than ${worse.name} by ${gap}.` }]
        : [{ kind: 'alike', words: `${better.name} and ${worse.name} cannot be told apart at n = ${n}.` }];
    }),
  );
}
