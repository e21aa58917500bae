import { takingTurns } from '#platform/turns.ts';

/** Steps of work, a millisecond or two, after which the clock is asked: that alone takes as long as a cheap look. */
const stepsUnasked = 20_000;

/**
 * Those of some items that are wanted; others get their turn in between, as what is asked of one may cost much. Fewer
 * once the caller has gone.
 * @param steps at most what an item costs; without it, each may cost much.
 */
export async function filterInTurns<T>(
  items: readonly T[],
  isWanted: (item: T) => boolean | Promise<boolean>,
  signal?: AbortSignal,
  steps: (item: T) => number = () => stepsUnasked,
): Promise<T[]> {
  const turn = takingTurns();
  const wanted: T[] = [];
  let done = 0;
  for (const item of items) {
    const answer = isWanted(item);
    if (answer === true || (answer !== false && (await answer))) wanted.push(item);
    done += steps(item);
    const others = done >= stepsUnasked ? turn() : undefined;
    if (done >= stepsUnasked) done = 0;
    if (others) await others;
    // Nobody goes away while nobody else has a turn, and asking takes as long as a look at a line.
    if ((others || typeof answer !== 'boolean') && signal?.aborted) break;
  }
  return wanted;
}
