/** So many of what is compared are in colour; the others are ghosts. */
export const mostInColour = 10;

/**
 * Palette places for the lines that are in question: a line keeps its colour as long as it stays, whatever its rank, and a new one
 * takes the first free place.
 */
export function assignSlots(before: ReadonlyMap<number, number>, ids: readonly number[]): Map<number, number> {
  const slots = new Map<number, number>();
  for (const id of ids) {
    const slot = before.get(id);
    if (slot !== undefined) slots.set(id, slot);
  }
  const taken = new Set(slots.values());
  let next = 0;
  for (const id of ids) {
    if (slots.has(id)) continue;
    while (taken.has(next)) next += 1;
    slots.set(id, next);
    taken.add(next);
  }
  return slots;
}

/** The first of what is compared in their colours: each in the one that it had before. @param hues as `huesOf` gives them. */
export function slotsOf(ids: readonly number[], hues: readonly number[] = []): Map<number, number> {
  const before = new Map(hues.map((id, slot) => [id, slot]));
  return assignSlots(before, ids.slice(0, mostInColour));
}

/** What of the palette is whose: an id a place, 0 where it is nobody's. */
export function huesOf(slots: ReadonlyMap<number, number>): number[] {
  const hues: number[] = Array.from({ length: Math.max(-1, ...slots.values()) + 1 }, () => 0);
  for (const [id, slot] of slots) hues[slot] = id;
  return hues;
}
