import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { type LineSeries, nearestIndex } from '#ui/chart/line-series.ts';
import type { ReadingLine } from '#ui/chart/x-window.ts';

interface Reading {
  metric: MetricId;
  /** A place on the axis, and the lines of the chart that is read there. */
  x: number;
  lines: readonly LineSeries[];
}

/** What of one chart is read, for the list beside it. Kept outside React: it changes with each move of the pointer. */
export class Readings {
  private reading: Reading | undefined;
  private readonly listeners = new Set<() => void>();

  get current(): Reading | undefined {
    return this.reading;
  }

  listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The line that all charts share, for the one of this metric: what is read in it is read here, too. */
  along(shared: ReadingLine, metric: MetricId, lines: readonly LineSeries[]): ReadingLine {
    return {
      listen: (listener) => shared.listen(listener),
      say: (x) => {
        shared.say(x);
        this.reading = x === undefined ? undefined : { metric, x, lines };
        for (const listener of this.listeners) listener();
      },
    };
  }
}

/** What a line says there: its value nearest to that place. Undefined before its first and after its last one. */
export function valueAt({ x: at, lines }: Pick<Reading, 'x' | 'lines'>, id: LineSeries['id']): number | undefined {
  const line = lines.find((one) => one.id === id);
  const [first, last] = [line?.x[0], line?.x.at(-1)];
  if (!line || first === undefined || last === undefined) return undefined;
  // A pixel at the edge is as near as numbers have it.
  const near = (last - first) * 1e-6;
  if (at < first - near || at > last + near) return undefined;
  return line.y[nearestIndex(line.x, at)] ?? undefined;
}
