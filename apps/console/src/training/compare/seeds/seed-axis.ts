import { linearTicks } from '#ui/chart/ticks.ts';
import type { SeedBand } from './seed-band.ts';
import { leastSeeds, type SeedGroup } from './seed-groups.ts';

/** Of all settings one axis; `share` is where on it a value lies, from 0 to 1 unless it lies beside it. */
export interface SeedAxis {
  ticks: number[];
  share: (value: number) => number;
}

/** From where to where a setting's band goes; undefined where it has none. */
export function bandOf({ sample, half, values }: SeedGroup, band: SeedBand): [from: number, to: number] | undefined {
  if (!sample || values.length < 2 || band === 'none') return undefined;
  return band === 'range'
    ? [Math.min(...values), Math.max(...values)]
    : [sample.mean - (half ?? 0), sample.mean + (half ?? 0)];
}

/** Has room for all values and bands, but not for intervals of fewer than three seeds: these would leave the others none. */
export function seedAxis(groups: readonly SeedGroup[], band: SeedBand): SeedAxis {
  const all = groups.flatMap((group) => [
    ...group.values,
    ...((group.values.length < leastSeeds ? undefined : bandOf(group, band)) ?? []),
  ]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const room = (most - least || Math.abs(most) || 1) * 0.04;
  const [from, to] = [least - room, most + room];
  return { ticks: all.length > 0 ? linearTicks(from, to, 6) : [], share: (value) => (value - from) / (to - from) };
}
