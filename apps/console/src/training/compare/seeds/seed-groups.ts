import type { Comparison } from '../shared/compared.ts';
import { type SettingName, settingNames } from './setting-names.ts';
import { halfInterval, type Sample, sampleOf, toldApart } from './student.ts';

/** What replicates may differ in: of the configuration, and where a script takes it as a hyperparameter. */
const seedPaths = new Set(['reproducibility.experiment_seed', 'seed']);
/** With fewer seeds nothing is said of a difference. */
export const leastSeeds = 3;

/** Records that are equal in everything but their seed. */
export interface SeedGroup extends SettingName {
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
  const places = [
    ...Map.groupBy(records.keys(), (at) => JSON.stringify(telling.map(({ values }) => values[at]))).values(),
  ];
  if (places.length === records.length) return [];
  const names = settingNames(
    telling.map((one) => ({ ...one, values: places.map(([at = 0]) => one.values[at] ?? null) })),
    places.length,
  );
  const sign = metric?.smallerIsBetter ? 1 : -1;
  const rank = ({ sample }: SeedGroup) => (sample ? sign * sample.mean : Number.POSITIVE_INFINITY);
  return places
    .flatMap((of, group): SeedGroup[] => {
      const name = names[group];
      const bests = of.flatMap((at) => records[at]?.best ?? []).filter(Number.isFinite);
      const sample = bests.length > 0 ? sampleOf(bests) : undefined;
      const ids = of.flatMap((at) => records[at]?.id ?? []);
      return name ? [{ ...name, ids, values: bests, sample, half: sample && halfInterval(sample) }] : [];
    })
    .sort((a, b) => rank(a) - rank(b) || (a.ids[0] ?? 0) - (b.ids[0] ?? 0));
}

/** What can be said of two settings, the better one first, or of one with too few seeds; `gap` is from the other mean to the first. */
export type Verdict =
  | { kind: 'apart' | 'alike'; better: string; worse: string; n: number; gap: number }
  | { kind: 'few'; name: string; n: number; gap: number };

/** What can be said of each two settings with seeds enough, then of each of the others, which is held against the one that is nearest. */
export function verdicts(groups: readonly SeedGroup[]): Verdict[] {
  const known = groups.flatMap(({ name, sample }) => (sample ? [{ name, ...sample, sample }] : []));
  const enough = known.filter(({ n }) => n >= leastSeeds);
  const pairs = enough.flatMap((a, at) =>
    enough.slice(at + 1).map((b): Verdict => {
      const kind = toldApart(a.sample, b.sample) ? 'apart' : 'alike';
      return { kind, better: a.name, worse: b.name, n: Math.min(a.n, b.n), gap: a.mean - b.mean };
    }),
  );
  const few = known
    .filter(({ n }) => n < leastSeeds)
    .flatMap(({ name, n, mean }): Verdict[] => {
      const gaps = known.filter((one) => one.name !== name).map((one) => mean - one.mean);
      const [gap] = gaps.sort((a, b) => Math.abs(a) - Math.abs(b));
      return gap === undefined ? [] : [{ kind: 'few', name, n, gap }];
    });
  return [...pairs, ...few];
}
