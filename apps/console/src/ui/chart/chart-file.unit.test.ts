import { expect, test } from 'vitest';
import { type ChartPicture, chartCsv, chartSvg } from './chart-file.ts';
import type { LineSeries } from './line-series.ts';
import { movedWindow } from './x-window.ts';

const line = (name: string, more: Partial<LineSeries> = {}): LineSeries => ({
  id: name,
  name,
  color: 0,
  x: [0, 10, 20],
  y: [1, null, 3],
  ...more,
});

const picture = (title: string, series: LineSeries[]): ChartPicture => ({
  title,
  series,
  scale: 'linear',
  ink: {
    series: ['#111111', '#222222'],
    axis: '#333333',
    grid: '',
    ghost: '#444444',
    text: '',
    line: '',
    bad: '#ee0000',
    background: '',
    font: '',
  },
  window: undefined,
  unit: 'batches',
  xTicks: () => [0, 20],
  formatX: (value) => `at ${value}`,
  formatY: String,
});

test('a chart as CSV has a row a point, and quotes names that need it', () => {
  const csv = chartCsv(
    [line('a "b", c', { min: [0, null, 2], max: [2, null, 4] }), line('ghost', { faint: 0 })],
    'batches',
  );
  expect(csv.split('\r\n')).toEqual([
    'series,batches,value,min,max',
    '"a ""b"", c",0,1,0,2',
    '"a ""b"", c",10,,,',
    '"a ""b"", c",20,3,2,4',
    '',
  ]);
});

test('a chart as SVG breaks lines at gaps, draws what the window shows, and escapes names', () => {
  const svg = chartSvg(picture('<loss> & "more"', [line('one'), line('logged', { color: 1, y: [-1, 10, 100] })]));
  expect(svg).toContain('&lt;loss&gt; &amp; &quot;more&quot;');
  expect(svg).not.toContain('<loss>');
  expect(svg).toContain('>at 20<');
  const paths = [...svg.matchAll(/ d="(M[^"]*)"/g)].map(([, path]) => path ?? '');
  // One point, a gap, one point; and a line of three.
  expect(paths.filter((path) => /^M[^ML]+ [^ML]+M[^ML]+$/.test(path))).toHaveLength(1);
  expect(paths.filter((path) => /^M[^ML]+L[^ML]+L[^ML]+$/.test(path))).toHaveLength(1);
});

test('a window is halved, doubled and moved on its axis, and all of it is none', () => {
  const whole = [0, 100] as const;
  expect(movedWindow(undefined, whole, 'in')).toEqual([25, 75]);
  expect(movedWindow([25, 75], whole, 'in', 30)).toEqual([27.5, 52.5]);
  expect(movedWindow([25, 75], whole, 'out')).toBeUndefined();
  expect(movedWindow([25, 75], whole, 'later')).toEqual([50, 100]);
  expect(movedWindow([50, 100], whole, 'later')).toEqual([50, 100]);
  expect(movedWindow([0, 50], whole, 'earlier')).toEqual([0, 50]);
  expect(movedWindow([0, 100 / 4096], whole, 'in')).toEqual([0, 100 / 4096]);
});

test('a chart as SVG has bands and marks, too', () => {
  const x = [0, 10, 20, 30, 40];
  const one = line('one', {
    x,
    y: [1, 2, null, Number.NaN, 3],
    min: [0, 1, null, null, 2],
    max: [2, 3, null, null, 4],
  });
  const svg = chartSvg(picture('loss', [{ ...one, band: true }]));
  const path = (look: string) => new RegExp(`<path d="([^"]*)" fill="[^"]*" ${look}`).exec(svg)?.[1] ?? '';
  // Two stretches, of two points and of one.
  expect(path('fill-opacity="0.14"').match(/[MLZ]/g)?.join('')).toBe('MLLLZMLZ');
  expect(path('stroke="#444444" stroke-dasharray="1 2"').match(/[ML]/g)?.join('')).toBe('ML');
  expect(path('stroke="#ee0000"').match(/M/g)).toHaveLength(1);
  expect(svg.match(/<circle [^>]*fill="#111111"/g)).toHaveLength(1);
  expect(chartSvg(picture('loss', [one]))).not.toContain('fill-opacity');
});
