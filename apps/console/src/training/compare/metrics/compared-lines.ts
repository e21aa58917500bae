import type { TrialCurve } from '@determined/contract/training/curves.ts';
import type { LineSeries } from '#ui/chart/line-series.ts';
import { smoothed } from '#ui/chart/smoothed.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import type { Comparison } from '../shared/compared.ts';

/** From the first value of any of them to the last; undefined while there is no length to zoom. */
export function wholeOf(curves: readonly Pick<TrialCurve, 'x'>[]): XWindow | undefined {
  const last = Math.max(...curves.map(({ x }) => x.at(-1) ?? Number.NEGATIVE_INFINITY));
  const first = Math.min(...curves.map(({ x }) => x[0] ?? Number.POSITIVE_INFINITY));
  return last > first ? [first, last] : undefined;
}

interface LinesOptions {
  slots: ReadonlyMap<number, number>;
  smoothing: number;
}

/** A line a record that has reported the metric, those in colour last and so on top; below a smooth one what was reported, faint. */
export function comparedLines(
  records: Comparison['records'],
  curves: readonly TrialCurve[],
  { slots, smoothing }: LinesOptions,
): LineSeries[] {
  const byRun = new Map(curves.map((curve) => [curve.trialId, curve]));
  const lines = records.flatMap((record): LineSeries[] => {
    const curve = byRun.get(record.runId ?? 0);
    if (!curve || curve.x.length === 0) return [];
    // A bucket without a finite value is a value that was not finite.
    const raw = curve.last.map((value) => value ?? Number.NaN);
    const color = slots.get(record.id);
    const line = { id: record.id, name: String(record.id), color, x: curve.x };
    const smooth = { ...line, y: smoothed(raw, smoothing) };
    if (smoothing <= 0 || color === undefined) return [smooth];
    return [{ ...line, id: `raw ${record.id}`, color: undefined, faint: color, y: raw }, smooth];
  });
  const rank = ({ color, faint }: LineSeries) => (faint !== undefined ? 0 : color === undefined ? 1 : 2);
  return lines.sort((a, b) => rank(a) - rank(b));
}
