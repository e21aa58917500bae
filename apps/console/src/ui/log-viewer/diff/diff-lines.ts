import { diffIndices } from 'node-diff3';

/** A stretch of two texts: lines that both have, or those of one where the other has others or none. */
export interface Stretch {
  same: boolean;
  left: number;
  right: number;
  /** How many lines of each; as many where they are the same. */
  lefts: number;
  rights: number;
}

/** Where so few lines of both differ that each may be compared with each. */
const FEW = 40_000;

/**
 * How two texts go together. A line that comes several times is held for its like in order, then, between lines that go together,
 * for any.
 */
export function diffLines(a: readonly string[], b: readonly string[]): Stretch[] {
  const least = Math.min(a.length, b.length);
  let before = 0;
  while (before < least && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < least - before && a.at(-1 - behind) === b.at(-1 - behind)) behind++;
  const middle = (all: readonly string[]) => all.slice(before, all.length - behind);
  const differing = apart(inOrder(middle(a)), inOrder(middle(b)), before, before).flatMap((one) => {
    if (one.lefts === 0 || one.rights === 0 || one.lefts * one.rights > FEW) return [one];
    const part = (all: readonly string[], from: number, count: number) => all.slice(from, from + count);
    return apart(part(a, one.left, one.lefts), part(b, one.right, one.rights), one.left, one.right);
  });
  return withSame(differing, a.length);
}

type Differing = Omit<Stretch, 'same'>;

function apart(a: string[], b: string[], left: number, right: number): Differing[] {
  return diffIndices(a, b).map(({ buffer1, buffer2 }) => ({
    left: left + buffer1[0],
    lefts: buffer1[1],
    right: right + buffer2[0],
    rights: buffer2[1],
  }));
}

/** Each with how many like it came before: no two are equal, or comparing many that are would take for ever. */
function inOrder(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    return `${count} ${line}`;
  });
}

/** The stretches between those that differ, too. */
function withSame(differing: readonly Differing[], end: number): Stretch[] {
  const stretches: Stretch[] = [];
  let [left, right] = [0, 0];
  const sameTo = (to: number) => {
    if (to > left) stretches.push({ same: true, left, right, lefts: to - left, rights: to - left });
  };
  for (const one of differing) {
    sameTo(one.left);
    stretches.push({ same: false, ...one });
    left = one.left + one.lefts;
    right = one.right + one.rights;
  }
  sameTo(end);
  return stretches;
}
