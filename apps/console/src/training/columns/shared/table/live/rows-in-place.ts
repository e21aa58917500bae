interface WithId {
  id: number;
}

export interface InPlace<Row> {
  rows: readonly Row[];
  /** So many came in before the last of the rows that stay where they are; they are not among `rows`. */
  arrived: number;
  /** What stays stands in another order than the answer has it. */
  reordered: boolean;
  /** What the arrivals pushed off the answer's end: their last known selves are among `rows`. */
  pushed: readonly number[];
}

/** An answer as it is. */
export const asAnswered = <Row extends WithId>(rows: readonly Row[]): InPlace<Row> => ({
  rows,
  arrived: 0,
  reordered: false,
  pushed: [],
});

/**
 * A newer answer in the places of an older one: rows that are in both show their new values where they stood, what came in is counted and
 * waits. What went away goes, and what moved up from the next page takes the room at the end.
 */
export function inPlace<Row extends WithId>(
  shown: readonly Row[],
  answer: readonly Row[],
  grew: boolean,
): InPlace<Row> {
  const fresh = new Map(answer.map((row) => [row.id, row]));
  const old = new Set(shown.map(({ id }) => id));
  const last = answer.findLastIndex(({ id }) => old.has(id));
  // Nothing of it is left: others came in before all of it, or it went away.
  if (last === -1) {
    return grew && shown.length > 0
      ? { rows: shown, arrived: answer.length, reordered: false, pushed: shown.map(({ id }) => id) }
      : asAnswered(answer);
  }
  const arrived = answer.slice(0, last).filter(({ id }) => !old.has(id)).length;
  // Those below the last that is still there, as far as what came in has taken their places.
  const below = shown.slice(shown.findLastIndex(({ id }) => fresh.has(id)) + 1).map(({ id }) => id);
  const pushed = below.slice(Math.max(0, below.length - arrived));
  const stay = shown.flatMap((row) => fresh.get(row.id) ?? (pushed.includes(row.id) ? row : []));
  const room = Math.max(0, Math.max(shown.length, answer.length) - stay.length);
  const kept = stay.filter(({ id }) => fresh.has(id)).map(({ id }) => id);
  const asked = answer.filter(({ id }) => old.has(id)).map(({ id }) => id);
  return {
    rows: [...stay, ...answer.slice(last + 1, last + 1 + room)],
    arrived,
    reordered: kept.some((id, at) => id !== asked[at]),
    pushed,
  };
}
