import { expect, test } from 'vitest';
import { chartCsv, chartSvg } from './chart-file.ts';
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
  const svg = chartSvg({
    title: '<loss> & "more"',
    series: [line('one'), line('logged', { color: 1, y: [-1, 10, 100] })],
    scale: 'linear',
    ink: {
      series: ['#111111', '#222222'],
      axis: '#333333',
      grid: '',
      ghost: '',
      text: '',
      line: '',
      bad: '',
      background: '',
      font: '',
    },
    window: undefined,
    unit: 'batches',
    xTicks: () => [0, 20],
    formatX: (value) => `at ${value}`,
    formatY: String,
  });
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
