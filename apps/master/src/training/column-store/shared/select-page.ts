/** The part [from, to) of what sorting `rows` would give, which are put about for it. */
export function selectPage(
  rows: Uint32Array,
  compare: (left: number, right: number) => number,
  from: number,
  to: number,
): Uint32Array {
  if (from > 0) partition(rows, compare, 0, rows.length - 1, from);
  if (to < rows.length) partition(rows, compare, from, rows.length - 1, to);
  return rows.slice(from, to).sort(compare);
}

/** Brings to the place `at` what belongs there, what comes before it to its left, the rest to its right (Hoare). */
function partition(
  rows: Uint32Array,
  compare: (left: number, right: number) => number,
  low: number,
  high: number,
  at: number,
): void {
  let [first, last] = [low, high];
  while (first < last) {
    const pivot = rows[(first + last) >> 1] as number;
    let [left, right] = [first, last];
    while (left <= right) {
      while (compare(rows[left] as number, pivot) < 0) left += 1;
      while (compare(rows[right] as number, pivot) > 0) right -= 1;
      if (left > right) break;
      const moved = rows[left] as number;
      rows[left] = rows[right] as number;
      rows[right] = moved;
      left += 1;
      right -= 1;
    }
    if (at <= right) last = right;
    else if (at >= left) first = left;
    else return;
  }
}

const slots = 4096;

/**
 * The rows among which the part [from, to) lies by their first key alone, and how many come before these: what does not tell
 * rows apart there need not be compared.
 * @param keys of each row, the smaller the earlier; infinite for the last ones.
 */
export function nearPart(
  rows: Uint32Array,
  keys: Float64Array,
  from: number,
  to: number,
): { near: Uint32Array; before: number } {
  if (rows.length <= slots) return { near: rows, before: 0 };
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < rows.length; at += 1) {
    const key = keys[rows[at] as number] as number;
    if (key < low) low = key;
    if (key > high && key !== Infinity) high = key;
  }
  const scale = high > low ? (slots - 1) / (high - low) : 0;
  const slotOf = new Uint16Array(rows.length);
  const counts = new Uint32Array(slots + 1);
  for (let at = 0; at < rows.length; at += 1) {
    const key = keys[rows[at] as number] as number;
    const slot = key === Infinity ? slots : Math.floor((key - low) * scale);
    slotOf[at] = slot;
    counts[slot] = (counts[slot] as number) + 1;
  }
  let [first, before] = [0, 0];
  while (first < slots && before + (counts[first] as number) <= from) before += counts[first++] as number;
  let [last, upTo] = [first, before + (counts[first] as number)];
  while (last < slots && upTo < to) upTo += counts[++last] as number;
  const near = new Uint32Array(upTo - before);
  let next = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const slot = slotOf[at] as number;
    if (slot >= first && slot <= last) near[next++] = rows[at] as number;
  }
  return { near, before };
}
