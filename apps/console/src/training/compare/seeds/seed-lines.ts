import type { LineSeries } from '#ui/chart/line-series.ts';
import type { SeedBand } from './seed-band.ts';
import { leastSeeds, type SeedGroup } from './seed-groups.ts';
import { halfInterval, sampleOf } from './student.ts';

/** A setting with its place in the palette, and by what its line is known: that of a single record by the record. */
export interface ColoredGroup extends SeedGroup {
  id: LineSeries['id'];
  slot: number;
}

/** Settings with the band that lies around their means. */
export interface BySeed {
  groups: readonly ColoredGroup[];
  band: SeedBand;
}

/** Settings have their colours in the order in which they are compared: better values of one change none. */
export function coloredGroups(groups: readonly SeedGroup[], records: readonly { id: number }[]): ColoredGroup[] {
  const places = groups.map(({ ids }) => records.findIndex(({ id }) => id === ids[0]));
  return groups.map((group, at) => ({
    ...group,
    id: group.ids.length === 1 ? (group.ids[0] ?? 0) : `mean ${group.ids[0]}`,
    slot: places.filter((place) => place < (places[at] ?? 0)).length,
  }));
}

/** Of the colour of its setting a seed's line has so much. */
const ofSeed = 0.28;

/** A chart grouped by seed: the lines of single seeds faint below the mean of each setting, with the band around that. */
export function seedLines({ groups, band }: BySeed, lines: readonly LineSeries[]): LineSeries[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const drawn = groups.map((group) => ({ ...group, seeds: group.ids.flatMap((id) => byId.get(id) ?? []) }));
  return [
    ...drawn.flatMap(({ ids, seeds, slot }) =>
      ids.length > 1 ? seeds.map((seed) => ({ ...seed, color: undefined, faint: slot, opacity: ofSeed })) : [],
    ),
    ...drawn.flatMap(({ id, name, short, seeds, slot }) => {
      const mean = meanLine(seeds, band);
      const look = { id, name: `${name}, n = ${seeds.length}`, ends: [name, short], color: slot, strong: true };
      return mean ? [{ ...look, ...mean }] : [];
    }),
  ];
}

/**
 * The mean of lines over the part of the axis on which all of them have values: one that ends earlier would move it. At each place where
 * any has a value the others count with what lies straight between their neighbouring ones. The interval is there from three lines on, as
 * fewer say next to nothing of a spread. Undefined where they have no part in common.
 */
export function meanLine(
  seeds: readonly Pick<LineSeries, 'x' | 'y'>[],
  band: SeedBand,
): Pick<LineSeries, 'x' | 'y' | 'min' | 'max' | 'band'> | undefined {
  const from = Math.max(...seeds.map(({ x }) => x[0] ?? Number.POSITIVE_INFINITY));
  const to = Math.min(...seeds.map(({ x }) => x.at(-1) ?? Number.NEGATIVE_INFINITY));
  if (seeds.length === 0 || from > to) return undefined;
  const steps = new Set(seeds.flatMap(({ x }) => x.filter((at) => at >= from && at <= to)));
  const x = [...steps].sort((a, b) => a - b);
  const values = seeds.map((seed) => valuesAlong(seed, x));
  const places = x.map((_, i) => {
    const here = values.map((of) => of[i] ?? Number.NaN);
    return here.every(Number.isFinite) ? { here, sample: sampleOf(here) } : undefined;
  });
  const y = places.map((place) => place?.sample.mean ?? null);
  if (band === 'none' || seeds.length < (band === 'mean' ? leastSeeds : 2)) return { x, y };
  const edge = (sign: -1 | 1) =>
    places.map((place) => {
      if (!place) return null;
      const { here, sample } = place;
      return band === 'mean'
        ? sample.mean + sign * (halfInterval(sample) ?? 0)
        : sign * Math.max(...here.map((one) => sign * one));
    });
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
