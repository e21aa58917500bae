import type { TrialCurve } from '@determined/contract/training/curves.ts';
import { type MetricId, metricText } from '#training/metrics/shared/metric-names.ts';
import type { ChartInk } from '#ui/chart/chart-ink.ts';
import { seriesColor, seriesDash } from '#ui/chart/series-palette.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { type Comparison, hashText, valueText } from '../shared/compared.ts';
import { reportChart } from './report-chart.ts';

export interface ReportContent {
  title: string;
  /** Where and when it was made. */
  origin: string;
  at: Date;
  sentence: string | undefined;
  comparison: Comparison;
  /** By metric. */
  curves: readonly { metric: MetricId; trials: readonly TrialCurve[] }[];
  slots: ReadonlyMap<number, number>;
  ink: ChartInk;
}

const svgNames = 'http://www.w3.org/2000/svg';

/**
 * A comparison as one page that needs nothing else: its pictures and tables, and in `<script id="data">` what they were drawn from, as
 * JSON. It is put together as a document, so that any text stays text; nothing in it runs.
 */
export function oneFileReport({ title, origin, at, sentence, comparison, curves, slots, ink }: ReportContent): string {
  const { records, paths, metric } = comparison;
  const page = document.implementation.createHTMLDocument(title);
  const make = (name: string, text = '', attributes: Record<string, string> = {}): HTMLElement => {
    const element = page.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const draw = (name: string, attributes: Record<string, string | number>, text?: string): SVGElement => {
    const element = page.createElementNS(svgNames, name) as SVGElement;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement => {
    const made = make('table');
    const row = (cells: readonly string[], name: string) => {
      const line = make('tr');
      line.append(...cells.map((cell, place) => make(place === 0 ? 'th' : name, cell)));
      return line;
    };
    made.append(row(head, 'th'), ...rows.map((cells) => row(cells, 'td')));
    const box = make('div', '', { class: 'box' });
    box.append(made);
    return box;
  };

  const policy = { 'http-equiv': 'Content-Security-Policy', content: "default-src 'none'; style-src 'unsafe-inline'" };
  page.head.prepend(
    make('meta', '', { charset: 'utf-8' }),
    make('meta', '', policy),
    make('meta', '', { name: 'viewport', content: 'width=device-width' }),
  );
  page.documentElement.lang = 'en';
  page.body.append(make('h1', title));
  if (sentence) page.body.append(make('p', sentence));
  page.body.append(
    make('p', `${origin}, ${at.toISOString()}`, { class: 'muted' }),
    make('h2', 'Records'),
    table(
      ['ID', 'Name', 'State', metric ? `${metric.name} ${metric.smallerIsBetter ? 'min' : 'max'}` : 'Best', 'Batches'],
      records.map(({ id, name, state, best, batches }) => [
        String(id),
        name,
        state.replace('STATE_', ''),
        formatMetric(best),
        formatCount(batches),
      ]),
    ),
  );
  for (const { metric: drawn, trials } of curves) {
    const lines = records.flatMap((record) => {
      const curve = trials.find(({ trialId }) => trialId === record.runId);
      const slot = slots.get(record.id);
      if (!curve || curve.x.length === 0) return [];
      const look =
        slot === undefined
          ? { color: ink.ghost, dash: [] }
          : { color: seriesColor(ink.series, slot), dash: seriesDash(slot) };
      return [{ name: `${record.id} ${record.name}`, ...look, x: curve.x, y: curve.last }];
    });
    const figure = make('figure');
    const legend = make('figcaption');
    for (const { name, color } of lines) {
      const key = make('span', name);
      const line = draw('svg', { class: 'key', viewBox: '0 0 18 2' });
      line.append(draw('rect', { width: 18, height: 2, fill: color }));
      key.prepend(line);
      legend.append(key);
    }
    figure.append(reportChart(metricText(drawn), lines, draw), legend);
    page.body.append(make('h2', metricText(drawn)), figure);
  }
  const differing = paths.filter(({ differs }) => differs);
  page.body.append(
    make('h2', 'What differs'),
    table(
      ['', ...records.map(({ id }) => String(id))],
      differing.map(({ path, part, values }) => [path, ...values.map(part === 'code' ? hashText : valueText)]),
    ),
  );
  // JSON has no words for what is not finite; those of the calls are used.
  const finite = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const data = JSON.stringify({ at: at.toISOString(), metric, records, paths, curves }, finite);
  // The end of the script cannot stand in it.
  page.body.append(make('script', data.replaceAll('<', '\\u003c'), { type: 'application/json', id: 'data' }));
  // The policy of the page that this is made on lets no style be set, not even in a document of its own.
  const style = `<style>${styleOf(ink)}</style></head>`;
  return `<!doctype html>\n${page.documentElement.outerHTML.replace('</head>', () => style)}\n`;
}

/** As its maker saw it, by day or by night. */
function styleOf({ background, text, axis, line, grid }: ChartInk): string {
  return `body{max-width:960px;margin:24px auto;padding:0 16px;background:${background};color:${text};font:14px/1.5 system-ui,sans-serif}
h1{font-size:20px}h2{font-size:15px;margin:32px 0 8px}.muted{color:${axis}}.box{overflow:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 12px;border-bottom:1px solid ${line};text-align:right;font-weight:400;white-space:nowrap}
th:first-child{text-align:left;font-weight:600}figure{margin:0}svg{width:100%;height:auto}svg text{fill:${axis};font-size:11px}svg path{fill:none;stroke-width:1.5}
.grid{stroke:${grid}}figcaption{display:flex;flex-wrap:wrap;gap:4px 16px}svg.key{width:18px;height:2px;margin-right:6px;vertical-align:middle}`;
}
