/** Nobody waits much longer for work that takes turns. */
const turnMs = 2;

/** Works that wait for their next turn, in their order. */
const waiting: (() => void)[] = [];

/** One work a round of the event loop: together they keep it no longer than one alone. */
function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}

/**
 * For long work on the main thread: gives a promise once its turn has lasted long enough, which resolves when others have had
 * theirs. Nothing else waits meanwhile, so the work may ask as often as it likes.
 */
export function takingTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < turnMs) return undefined;
    return new Promise<void>((resolve) => {
      waiting.push(() => {
        since = performance.now();
        resolve();
      });
      // Twice: what is set while input is handled comes right after that, before any other input.
      if (waiting.length === 1) setImmediate(setImmediate, nextTurn);
    });
  };
}

/** As `items.map(make)`, letting others have their turn. */
export async function mapInTurns<T, Made>(items: readonly T[], make: (item: T) => Made): Promise<Made[]> {
  const pause = takingTurns();
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    await pause();
  }
  return made;
}
