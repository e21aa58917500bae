/** Share of the points left out at the start, where a falling loss would flatten the rest. */
const SKIPPED = 0.08;

export interface Sparkline {
  path: string;
  end: { x: number; y: number };
}

/**
 * A small curve in a box: log scale where all values are positive, the first 8 % left out. `reach` is the share of the planned
 * length that has been done, so that the curve's length shows progress. Undefined with fewer than two finite points.
 */
export function sparkline(values: number[], reach: number, width: number, height: number): Sparkline | undefined {
  const finite = values.filter(Number.isFinite);
  const kept = finite.slice(finite.length > 12 ? Math.ceil(finite.length * SKIPPED) : 0);
  if (kept.length < 2) return undefined;
  const ys = kept.every((value) => value > 0) ? kept.map(Math.log) : kept;
  const low = Math.min(...ys);
  const span = Math.max(...ys) - low || 1;
  const pad = 3;
  const reached = Math.min(1, Math.max(0.08, reach)) * (width - 2 * pad);
  const points = ys.map((y, i) => ({
    x: pad + (i / (ys.length - 1)) * reached,
    y: pad + (1 - (y - low) / span) * (height - 2 * pad),
  }));
  const path = points.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('');
  const end = points.at(-1);
  return end && { path, end };
}
