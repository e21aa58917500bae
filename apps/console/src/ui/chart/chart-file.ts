import type { ChartInk } from './chart-ink.ts';
import { bandRuns, CROSS, END, lineBreaks } from './line-marks.ts';
import { type ChartScale, drawable, type LineSeries, lastDrawn, paddedRange, xExtent, yExtent } from './line-series.ts';
import { seriesColor, seriesDash } from './series-palette.ts';
import { linearTicks, logTicks } from './ticks.ts';
import type { XWindow } from './x-window.ts';

/** A chart as files: the same lines, axes and names as on the screen. */
export interface ChartPicture {
  title: string;
  series: readonly LineSeries[];
  scale: ChartScale;
  ink: ChartInk;
  window: XWindow | undefined;
  unit: string;
  xTicks: (min: number, max: number, count: number) => number[];
  formatX: (value: number, span: number) => string;
  formatY: (value: number) => string;
}

const size = { width: 960, height: 480 };
const plotBox = { left: 76, top: 44, right: 150, bottom: 40 };

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** The chart as SVG, 960 by 480, in the colours of the scheme that is shown. */
export function chartSvg(picture: ChartPicture): string {
  const { series, scale, ink } = picture;
  const lines = [...series];
  const width = size.width - plotBox.left - plotBox.right;
  const height = size.height - plotBox.top - plotBox.bottom;
  const extent = xExtent(lines);
  const [x0, x1] = picture.window ?? [extent?.min ?? 0, extent?.max ?? 1];
  const [y0, y1] = paddedRange(yExtent(lines, scale), scale);
  const measure = (value: number) => (scale === 'log' ? Math.log10(value) : value);
  const atX = (value: number) => round(plotBox.left + ((value - x0) / (x1 - x0 || 1)) * width);
  const atY = (value: number) =>
    round(plotBox.top + height - ((measure(value) - measure(y0)) / (measure(y1) - measure(y0) || 1)) * height);
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" fill="${ink.axis}" ${more}>${escaped(words)}</text>`;
  const colorOf = ({ color, faint }: LineSeries) =>
    color === undefined && faint === undefined ? ink.ghost : seriesColor(ink.series, color ?? faint ?? 0);
  const parts = [
    `<rect width="100%" height="100%" fill="${ink.background}"/>`,
    `<text x="16" y="26" fill="${ink.text}" font-size="15" font-weight="600">${escaped(picture.title)}</text>`,
    ...(scale === 'log' ? logTicks : linearTicks)(y0, y1, 7).map(
      (tick) =>
        `<path d="M${plotBox.left} ${atY(tick)}h${width}" stroke="${ink.grid}"/>` +
        text(plotBox.left - 8, atY(tick) + 4, picture.formatY(tick), 'text-anchor="end"'),
    ),
    ...picture
      .xTicks(x0, x1, 7)
      .map((tick) =>
        text(atX(tick), size.height - plotBox.bottom + 18, picture.formatX(tick, x1 - x0), 'text-anchor="middle"'),
      ),
    text(size.width - plotBox.right, size.height - 6, picture.unit, 'text-anchor="end"'),
    ...lines.map((one) => {
      const look = `stroke="${colorOf(one)}" stroke-width="${one.color === undefined ? 1 : one.strong ? 2.25 : 1.75}"`;
      const dash = one.color === undefined ? '' : seriesDash(one.color).join(' ');
      const faint = one.faint === undefined ? '' : ` stroke-opacity="${one.opacity ?? 0.25}"`;
      const band = one.band
        ? `<path d="${bandOf(one, scale, atX, atY)}" fill="${colorOf(one)}" fill-opacity="0.14"/>`
        : '';
      return `${band}<path d="${pathOf(one, scale, atX, atY)}" fill="none" ${look}${dash ? ` stroke-dasharray="${dash}"` : ''}${faint}/>`;
    }),
    ...lines.filter(({ color }) => color !== undefined).map((one) => marksOf(one, picture, atX, atY, colorOf(one))),
    ...lines
      .filter(({ color }) => color !== undefined)
      .slice(0, 22)
      .map((one, i) => {
        const y = plotBox.top + 8 + i * 18;
        const x = size.width - plotBox.right + 14;
        return `<path d="M${x} ${y}h16" stroke="${colorOf(one)}" stroke-width="2"/>${text(x + 22, y + 4, one.name)}`;
      }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="12">${parts.join('')}</svg>`;
}

const round = (value: number) => Math.round(value * 100) / 100;

function pathOf({ x, y }: LineSeries, scale: ChartScale, atX: Place, atY: Place): string {
  let open = false;
  return x
    .map((at, i) => {
      const value = y[i];
      if (!drawable(value, scale)) {
        open = false;
        return '';
      }
      const step = `${open ? 'L' : 'M'}${atX(at)} ${atY(value)}`;
      open = true;
      return step;
    })
    .join('');
}

type Place = (value: number) => number;

function bandOf(one: LineSeries, scale: ChartScale, atX: Place, atY: Place): string {
  const step = (list: LineSeries['min'], i: number) => `${atX(one.x[i] ?? 0)} ${atY(list?.[i] ?? 0)}`;
  return bandRuns(one, scale)
    .map(([from, to]) => {
      const places = Array.from({ length: to - from }, (_, i) => from + i);
      const upper = places.map((i) => step(one.max, i));
      return `M${[...upper, ...places.toReversed().map((i) => step(one.min, i))].join('L')}Z`;
    })
    .join('');
}

/** As on the screen: a dot at its end, dotted over gaps, a cross at the foot for a value that was not finite. */
function marksOf(one: LineSeries, { scale, ink }: ChartPicture, atX: Place, atY: Place, color: string): string {
  const { bridges, notFinite } = lineBreaks(one, scale);
  const place = (i: number) => `${atX(one.x[i] ?? 0)} ${atY(one.y[i] ?? 0)}`;
  const over = bridges.map(([before, after]) => `M${place(before)}L${place(after)}`).join('');
  const { arm, above } = CROSS;
  const foot = size.height - plotBox.bottom - above;
  const crosses = notFinite
    .map((i) => atX(one.x[i] ?? 0))
    .map((x) => `M${x - arm} ${foot - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`)
    .join('');
  const end = lastDrawn(one, scale);
  return [
    over && `<path d="${over}" fill="none" stroke="${ink.ghost}" stroke-dasharray="1 2"/>`,
    crosses && `<path d="${crosses}" fill="none" stroke="${ink.bad}" stroke-width="1.5"/>`,
    end !== undefined &&
      `<circle cx="${atX(one.x[end] ?? 0)}" cy="${atY(one.y[end] ?? 0)}" r="${END}" fill="${color}"/>`,
  ]
    .filter(Boolean)
    .join('');
}

/** The chart's points as CSV: a row a point, with least and greatest where it stands for several. */
export function chartCsv(series: readonly LineSeries[], axis: string): string {
  const cell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = series
    .filter(({ faint }) => faint === undefined)
    .flatMap(({ name, x, y, min, max }) =>
      x.map((at, i) => [cell(name), at, y[i] ?? '', min?.[i] ?? '', max?.[i] ?? ''].join(',')),
    );
  return `${[['series', axis, 'value', 'min', 'max'].join(','), ...rows].join('\r\n')}\r\n`;
}

/** The same picture as PNG, at twice its size. */
export async function chartPng(picture: ChartPicture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chartSvg(picture))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size.width * 2;
  canvas.height = size.height * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.'))), 'image/png'),
  );
}
