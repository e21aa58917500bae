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
