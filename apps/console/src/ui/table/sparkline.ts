export interface Sparkline {
  path: string;
  end: { x: number; y: number };
  /** Where values that are no numbers were reported. */
  broken: { x: number }[];
}

const PAD = 3;
/** Pixels from one cross to the next. */
const APART = 6;

/**
 * A small curve in a box, from its first value on, on a linear scale. What is not finite is a gap. Where a few values lie far
 * from all others they stand at the edge, as a spike, and the others keep the room: the scale is of the inner nine tenths, opened to
 * all where that is not much more. `reach` is the share of the planned length that has been done, so that the curve's length shows
 * progress. Undefined with fewer than two points, or where none is finite.
 */
export function sparkline(
  values: readonly number[],
  reach: number,
  width: number,
  height: number,
): Sparkline | undefined {
  const finite = values.filter(Number.isFinite);
  if (values.length < 2 || finite.length === 0) return undefined;
  const [low, high] = scaleOf(finite);
  const span = high - low || 1;
  const reached = Math.min(1, Math.max(0.08, reach)) * (width - 2 * PAD);
  const xOf = (i: number) => PAD + (i / (values.length - 1)) * reached;
  const yOf = (value: number) => {
    const share = Math.min(1, Math.max(0, (value - low) / span));
    return PAD + (1 - share) * (height - 2 * PAD);
  };
  let path = '';
  let end = { x: PAD, y: PAD };
  const broken: { x: number }[] = [];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) {
      // Crosses stand apart, however many there are.
      if (xOf(i) - (broken.at(-1)?.x ?? -APART) >= APART) broken.push({ x: xOf(i) });
      return;
    }
    end = { x: xOf(i), y: yOf(value) };
    const goesOn = i > 0 && Number.isFinite(values[i - 1]);
    path += `${goesOn ? 'L' : 'M'}${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
  });
  return { path, end, broken };
}

/** How much further than the inner values the others may lie before they are taken for spikes. */
const SPIKE = 4;

function scaleOf(finite: readonly number[]): [low: number, high: number] {
  const sorted = [...finite].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [low, high] = [at(0), at(1)];
  const [innerLow, innerHigh] = [at(0.05), at(0.95)];
  const inner = innerHigh - innerLow;
  if (inner === 0) return [low, high];
  return [innerLow - low > SPIKE * inner ? innerLow : low, high - innerHigh > SPIKE * inner ? innerHigh : high];
}
