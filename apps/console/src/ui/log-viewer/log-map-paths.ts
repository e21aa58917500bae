import type { LogRows } from './log-rows.ts';

/** Width of the map, in pixels: bars from the left, ticks at the right. */
export const MAP_WIDTH = 88;
const BAR_WIDTH = 60;
const TICK_WIDTH = 8;
/** Height of a bar with its gap. */
export const MAP_STEP = 3;

/** Times of some lines, spread over the log: line, ms. */
export type TimeSamples = readonly (readonly [line: number, ms: number])[];

interface MapOf {
  /** Number of the oldest line. */
  first?: number;
  total: number;
  /** Pixels. */
  height: number;
  samples: TimeSamples;
  errors: LogRows | undefined;
  warnings: LogRows | undefined;
  hits: LogRows | undefined;
}

/** What is drawn, as SVG paths. A bar stands for as many lines as every other; it is the longer the faster they came. */
export function mapPaths({ first = 0, total, height, samples, errors, warnings, hits }: MapOf) {
  const bars = Math.max(1, Math.floor(height / MAP_STEP));
  const lineOf = (bar: number) => first + (bar / bars) * (total - first);
  const speeds = Array.from({ length: bars }, (_, bar) => speedAt(lineOf(bar), samples));
  // A burst, or a clock that was set, does not make all others short.
  const fastest = speeds.toSorted((a, b) => a - b)[Math.floor(0.95 * (bars - 1))] ?? 0;
  const paths = { volume: '', warnings: '', errors: '', hits: '' };
  for (let bar = 0; bar < bars; bar++) {
    const [from, to] = [Math.floor(lineOf(bar)), Math.floor(lineOf(bar + 1))];
    if (to <= from) continue;
    const y = bar * MAP_STEP;
    const length =
      fastest > 0 ? 6 + (BAR_WIDTH - 6) * Math.sqrt(Math.min(1, (speeds[bar] ?? 0) / fastest)) : BAR_WIDTH / 2;
    paths.volume += box(4, y, length);
    // However few they are among many, they are seen.
    if (countIn(warnings, from, to) > 0) paths.warnings += box(4, y, Math.max(6, length / 3));
    if (countIn(errors, from, to) > 0) paths.errors += box(4, y, Math.max(10, length / 2));
    if (countIn(hits, from, to) > 0) paths.hits += box(MAP_WIDTH - TICK_WIDTH - 4, y, TICK_WIDTH);
  }
  return paths;
}

const box = (x: number, y: number, width: number) => `M${x} ${y}h${width.toFixed(1)}v2h-${width.toFixed(1)}z`;

function countIn(rows: LogRows | undefined, from: number, to: number): number {
  return rows ? rows.rowOf(to) - rows.rowOf(from) : 0;
}

/** Lines a second around a line; 0 where it is not known. */
function speedAt(line: number, samples: TimeSamples): number {
  const next = samples.findIndex(([at]) => at > line);
  const [before, after] = next < 1 ? samples.slice(-2) : samples.slice(next - 1, next + 1);
  if (!before || !after) return 0;
  const seconds = (after[1] - before[1]) / 1_000;
  return seconds > 0 ? (after[0] - before[0]) / seconds : 0;
}

/** Numbers of lines spread over a log whose times tell how fast it was written. */
export function sampleLines(total: number, count = 100, first = 0): number[] {
  const last = total - 1 - first;
  return [...new Set(Array.from({ length: count }, (_, i) => first + Math.round((i / (count - 1)) * last)))];
}
