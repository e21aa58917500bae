import type { Setting } from '#platform/settings/settings.ts';
import { readSetting, writeSetting } from '#platform/settings/settings.ts';

/** One thing that was opened by the command bar: how often, and when last (ms). */
export interface Use {
  key: string;
  /** As it was shown then, and its path; commands have none. */
  title?: string;
  note?: string;
  href?: string;
  count: number;
  at: number;
}

const kept = 50;
const dayMs = 86_400_000;

/** What the reader opened by the command bar, the last first. */
export const uses: Setting<readonly Use[]> = {
  key: 'command-bar-uses',
  read: (stored) =>
    (Array.isArray(stored) ? stored : []).filter(
      (one): one is Use => typeof one?.key === 'string' && typeof one.count === 'number' && typeof one.at === 'number',
    ),
};

export function noteUse(used: Pick<Use, 'key' | 'title' | 'note' | 'href'>, at = Date.now()): void {
  const before = readSetting(uses);
  const count = (before.find(({ key }) => key === used.key)?.count ?? 0) + 1;
  writeSetting(uses, [{ ...used, count, at }, ...before.filter(({ key }) => key !== used.key)].slice(0, kept));
}

/** How much a thing is used: each time counts, half as much after a week. */
export function weightOf(key: string | undefined, all: readonly Use[], now: number): number {
  const use = all.find((one) => one.key === key);
  return use ? use.count * 0.5 ** ((now - use.at) / (7 * dayMs)) : 0;
}

/** What was found equally well goes by use; `class` says how well, 0 the best. */
export function byUse<T extends { key?: string; class: number }>(
  found: readonly T[],
  all: readonly Use[],
  now: number,
): T[] {
  return found.toSorted(
    (one, other) => one.class - other.class || weightOf(other.key, all, now) - weightOf(one.key, all, now),
  );
}
