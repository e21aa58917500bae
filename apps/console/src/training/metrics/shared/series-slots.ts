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
