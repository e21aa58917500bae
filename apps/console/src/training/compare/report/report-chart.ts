import { linearTicks } from '#ui/chart/ticks.ts';
import { formatSetting } from '#ui/format/numbers.ts';

/** One record's line. */
export interface ReportLine {
  name: string;
  color: string;
  dash: readonly number[];
  x: readonly number[];
  y: readonly (number | null)[];
}

const size = { width: 640, height: 280 };
const inner = { left: 64, right: 12, top: 8, bottom: 24 };

type Draw = (name: string, attributes: Record<string, string | number>, text?: string) => SVGElement;

/** A metric's lines as a picture of its own, with its axes. @param draw makes an element of the picture. */
export function reportChart(title: string, lines: readonly ReportLine[], draw: Draw): SVGElement {
  const xs = spanOf(lines.flatMap(({ x }) => x));
  const ys = spanOf(lines.flatMap(({ y }) => y.filter((value) => value !== null && Number.isFinite(value))));
  const across = (x: number) => inner.left + share(x, xs) * (size.width - inner.left - inner.right);
  const up = (y: number) => size.height - inner.bottom - share(y, ys) * (size.height - inner.top - inner.bottom);
  const svg = draw('svg', { viewBox: `0 0 ${size.width} ${size.height}`, role: 'img', 'aria-label': title });
  for (const tick of linearTicks(...ys, 5)) {
    svg.append(
      draw('line', { class: 'grid', x1: inner.left, x2: size.width - inner.right, y1: up(tick), y2: up(tick) }),
    );
    svg.append(draw('text', { x: inner.left - 8, y: up(tick) + 4, 'text-anchor': 'end' }, formatSetting(tick)));
  }
  for (const tick of linearTicks(...xs, 5))
    svg.append(draw('text', { x: across(tick), y: size.height - 6, 'text-anchor': 'middle' }, formatSetting(tick)));
  for (const { name, color, dash, x, y } of lines) {
    // A value that is not finite breaks the line.
    let d = '';
    let pen = 'M';
    y.forEach((value, at) => {
      if (value === null || !Number.isFinite(value)) {
        pen = 'M';
        return;
      }
      d += `${pen}${across(x[at] ?? 0).toFixed(1)} ${up(value).toFixed(1)}`;
      pen = 'L';
    });
    const path = draw('path', { d, stroke: color, 'stroke-dasharray': dash.join(' ') });
    path.append(draw('title', {}, name));
    svg.append(path);
  }
  return svg;
}

type Span = readonly [from: number, to: number];

function spanOf(values: readonly (number | null)[]): Span {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    from = Math.min(from, value);
    to = Math.max(to, value);
  }
  return from <= to ? [from, to] : [0, 1];
}

const share = (value: number, [from, to]: Span): number => (to > from ? (value - from) / (to - from) : 0.5);
