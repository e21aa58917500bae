import { type ChartScale, drawable, type LineSeries, nearestIndex, type PointRef } from './line-series.ts';

/** The point a key leads to, over so many points at once; null leaves the chart's reading, undefined is none of its keys. */
export function walk(
  series: LineSeries[],
  scale: ChartScale,
  from: PointRef | undefined,
  key: string,
  by = 1,
): PointRef | null | undefined {
  if (key === 'Escape') return from ? null : undefined;
  const lines = series.flatMap((one, index) =>
    one.color !== undefined && one.y.some((y) => drawable(y, scale)) ? [index] : [],
  );
  const current = from?.series ?? lines[0];
  const one = current === undefined ? undefined : series[current];
  if (current === undefined || !one) return undefined;
  const points = one.y.flatMap((y, i) => (drawable(y, scale) ? [i] : []));
  const place = from ? points.indexOf(from.point) : points.length;
  const at = (i: number): PointRef => ({
    series: current,
    point: points[Math.max(0, Math.min(points.length - 1, i))] ?? 0,
  });
  switch (key) {
    case 'ArrowLeft':
      return at(place - by);
    case 'ArrowRight':
      return at(place + by);
    case 'Home':
      return at(0);
    case 'End':
      return at(points.length - 1);
    case 'ArrowUp':
    case 'ArrowDown': {
      const step = key === 'ArrowUp' ? -1 : 1;
      const next = lines[(lines.indexOf(current) + step + lines.length) % lines.length];
      const other = next === undefined ? undefined : series[next];
      if (next === undefined || !other) return undefined;
      const x = one.x[from?.point ?? points.at(-1) ?? 0] ?? 0;
      const drawn = other.y.flatMap((y, i) => (drawable(y, scale) ? [i] : []));
      const nearest = nearestIndex(
        drawn.map((i) => other.x[i] ?? 0),
        x,
      );
      return { series: next, point: drawn[nearest] ?? 0 };
    }
    default:
      return undefined;
  }
}
