/** The last of `count` places for which it is so, where it is so for all before; -1 for none. */
export function lastWhere(count: number, isSo: (at: number) => boolean): number {
  let [low, high] = [-1, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isSo(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
