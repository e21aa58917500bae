const shortLookMs = 50;
const longestRestMs = 2_000;

/**
 * How long to rest after a look, both in milliseconds. A long queue that changes all the time is looked at a quarter of the
 * time; of a short one nobody waits for a look.
 */
export const restAfter = (milliseconds: number): number =>
  milliseconds < shortLookMs ? 0 : Math.min(3 * milliseconds, longestRestMs);
