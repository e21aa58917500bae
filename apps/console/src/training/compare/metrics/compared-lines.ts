import type { TrialCurve } from '@determined/contract/training/curves.ts';
import type { LineSeries } from '#ui/chart/line-series.ts';
import { smoothed } from '#ui/chart/smoothed.ts';
import type { Comparison } from '../shared/compared.ts';

/** Part of the x axis that is shown: from and to, as shares of all of it. */
export type Zoom = readonly [from: number, to: number];
export const wholeAxis: Zoom = [0, 1];
const leastZoom = 1 / 64;

/** Half or twice as much around the middle, half of it to either side, or all of it again. */
export function zoomed([from, to]: Zoom, act: 'in' | 'out' | 'earlier' | 'later' | 'all'): Zoom {
  if (act === 'all') return wholeAxis;
  const size = to - from;
  const next = act === 'in' ? Math.max(leastZoom, size / 2) : act === 'out' ? Math.min(1, size * 2) : size;
  const shift = act === 'earlier' ? -size / 2 : act === 'later' ? size / 2 : 0;
  const start = Math.min(1 - next, Math.max(0, (from + to) / 2 - next / 2 + shift));
  return [start, start + next];
}

interface LinesOptions {
  slots: ReadonlyMap<number, number>;
  smoothing: number;
  zoom: Zoom;
}

/** A line a record that has reported the metric, those in colour last and so on top; below a smooth one what was reported, faint. */
export function comparedLines(
  records: Comparison['records'],
  curves: readonly TrialCurve[],
  { slots, smoothing, zoom }: LinesOptions,
): LineSeries[] {
  const byRun = new Map(curves.map((curve) => [curve.trialId, curve]));
  const lastX = Math.max(0, ...curves.map(({ x }) => x.at(-1) ?? 0));
  const firstX = Math.min(lastX, ...curves.map(({ x }) => x[0] ?? lastX));
  const at = (share: number) => firstX + share * (lastX - firstX);
  const lines = records.flatMap((record): LineSeries[] => {
    const curve = byRun.get(record.runId ?? 0);
    if (!curve || curve.x.length === 0) return [];
    // A bucket without a finite value is a value that was not finite.
    const raw = curve.last.map((value) => value ?? Number.NaN);
    const [from, to] = [curve.x.findIndex((x) => x >= at(zoom[0])), curve.x.findLastIndex((x) => x <= at(zoom[1]))];
    if (from < 0 || to < from) return [];
    const part = (values: (number | null)[]) => values.slice(from, to + 1);
    const color = slots.get(record.id);
    const line = { id: record.id, name: String(record.id), color, x: curve.x.slice(from, to + 1) };
    const smooth = { ...line, y: part(smoothed(raw, smoothing)) };
    if (smoothing <= 0 || color === undefined) return [smooth];
    return [{ ...line, id: `raw ${record.id}`, color: undefined, faint: color, y: part(raw) }, smooth];
  });
  const rank = ({ color, faint }: LineSeries) => (faint !== undefined ? 0 : color === undefined ? 1 : 2);
  return lines.sort((a, b) => rank(a) - rank(b));
}
