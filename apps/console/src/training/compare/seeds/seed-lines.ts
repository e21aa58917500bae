import type { LineSeries } from '#ui/chart/line-series.ts';
import { leastSeeds, type SeedGroup } from './seed-groups.ts';
import { halfInterval, sampleOf } from './student.ts';

/** A setting with its place in the palette, and by what its mean is known among lines. */
export type ColoredGroup = Pick<SeedGroup, 'name' | 'ids'> & { id: string; slot: number };

/** Settings have their colours in the order in which they are compared: better values of one change none. */
export function coloredGroups<Group extends Pick<SeedGroup, 'ids'>>(
  groups: readonly Group[],
  records: readonly { id: number }[],
): (Group & Pick<ColoredGroup, 'id' | 'slot'>)[] {
  const places = groups.map(({ ids }) => records.findIndex(({ id }) => id === ids[0]));
  return groups.map((group, at) => ({
    ...group,
    id: `mean ${group.ids[0]}`,
    slot: places.filter((place) => place < (places[at] ?? 0)).length,
  }));
}

/** Of the colour of its setting a seed's line has so much. */
const ofSeed = 0.28;

/** A chart grouped by seed: the lines of single seeds faint below the mean of each setting, with the mean's 95 % interval. */
export function seedLines(groups: readonly ColoredGroup[], lines: readonly LineSeries[]): LineSeries[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const drawn = groups.map((group) => ({ ...group, seeds: group.ids.flatMap((id) => byId.get(id) ?? []) }));
  return [
    ...drawn.flatMap(({ seeds, slot }) =>
      seeds.length > 1 ? seeds.map((seed) => ({ ...seed, color: undefined, faint: slot, opacity: ofSeed })) : [],
    ),
    ...drawn.flatMap(({ id, name, seeds, slot }) => {
      const mean = meanLine(seeds);
      const look = { id, name: `${name}, n = ${seeds.length}`, color: slot, strong: true } as const;
      return mean ? [{ ...look, ...mean }] : [];
    }),
  ];
}

/**
 * The mean of lines over the part of the axis on which all of them have values: one that ends earlier would move it. At each place where
 * any has a value the others count with what lies straight between their neighbouring ones. Its band is there from three lines on, as
 * fewer say next to nothing of a spread. Undefined where they have no part in common.
 */
export function meanLine(
  seeds: readonly Pick<LineSeries, 'x' | 'y'>[],
): Pick<LineSeries, 'x' | 'y' | 'min' | 'max' | 'band'> | undefined {
  const from = Math.max(...seeds.map(({ x }) => x[0] ?? Number.POSITIVE_INFINITY));
  const to = Math.min(...seeds.map(({ x }) => x.at(-1) ?? Number.NEGATIVE_INFINITY));
  if (seeds.length === 0 || from > to) return undefined;
  const places = new Set(seeds.flatMap(({ x }) => x.filter((at) => at >= from && at <= to)));
  const x = [...places].sort((a, b) => a - b);
  const values = seeds.map((seed) => valuesAlong(seed, x));
  const samples = x.map((_, i) => {
    const here = values.map((of) => of[i] ?? Number.NaN);
    return here.every(Number.isFinite) ? sampleOf(here) : undefined;
  });
  const y = samples.map((sample) => sample?.mean ?? null);
  if (seeds.length < leastSeeds) return { x, y };
  const edge = (sign: number) =>
    samples.map((sample) => (sample ? sample.mean + sign * (halfInterval(sample) ?? 0) : null));
  return { x, y, min: edge(-1), max: edge(1), band: true };
}

/** What a line says at each of these ascending places, which lie between its first and its last. */
function valuesAlong({ x, y }: Pick<LineSeries, 'x' | 'y'>, places: readonly number[]): number[] {
  let next = 0;
  return places.map((place) => {
    while (next < x.length - 1 && (x[next] ?? 0) < place) next += 1;
    const [after, value] = [x[next] ?? 0, y[next] ?? Number.NaN];
    if (after === place || next === 0) return value;
    const [before, earlier] = [x[next - 1] ?? 0, y[next - 1] ?? Number.NaN];
    return earlier + ((value - earlier) * (place - before)) / (after - before);
  });
}
