import { formatSetting } from '../format/numbers.ts';
import { plural } from '../format/words.ts';
import { drawable, type LineSeries } from './line-series.ts';

/** What a line says in numbers. */
export interface SeriesFacts {
  id: LineSeries['id'];
  name: string;
  points: number;
  notFinite: number;
  last: number | undefined;
  least: { value: number; x: number } | undefined;
  greatest: { value: number; x: number } | undefined;
}

export function seriesFacts(series: LineSeries): SeriesFacts {
  const { id, name, x, y } = series;
  let [points, notFinite, least, greatest] = [0, 0, -1, -1];
  let last: number | undefined;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < y.length; at++) {
    const value = y[at];
    if (value === null || value === undefined) continue;
    points += 1;
    if (!drawable(value, 'linear')) {
      notFinite += 1;
      continue;
    }
    last = value;
    if (value < lowest) {
      lowest = value;
      least = at;
    }
    if (value > highest) {
      highest = value;
      greatest = at;
    }
  }
  const pointAt = (at: number, value: number) => (at < 0 ? undefined : { value, x: x[at] ?? 0 });
  return { id, name, points, notFinite, last, least: pointAt(least, lowest), greatest: pointAt(greatest, highest) };
}

/** What lies under another line says what that says. */
const isLine = ({ faint }: LineSeries) => faint === undefined;

/** The lines as a table has them: where one way is better, best first and those without a finite value last. */
export function rankedFacts(series: readonly LineSeries[], smallerIsBetter: boolean | undefined): SeriesFacts[] {
  const facts = series.filter(isLine).map(seriesFacts);
  if (smallerIsBetter === undefined) return facts;
  const worst = smallerIsBetter ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const best = (one: SeriesFacts) => (smallerIsBetter ? one.least : one.greatest)?.value ?? worst;
  // Equal ones are two infinities, or stay as they are.
  return facts.sort((a, b) => (best(a) === best(b) ? 0 : (best(a) < best(b) ? -1 : 1) * (smallerIsBetter ? 1 : -1)));
}

/** One sentence for those who do not see the chart: how many lines, from where to where, which is best and when. */
export function chartSummary(
  series: LineSeries[],
  options: { title: string; noun: string; smallerIsBetter?: boolean; formatX: (x: number) => string },
): string {
  const facts = series.filter(isLine).map(seriesFacts);
  const least = pick(
    facts,
    (one) => one.least,
    (a, b) => a < b,
  );
  const greatest = pick(
    facts,
    (one) => one.greatest,
    (a, b) => a > b,
  );
  const head = plural(facts.length, options.noun);
  if (!least || !greatest) return `${head}; no values of ${options.title}.`;
  const range = `${head}; ${options.title} from ${formatSetting(least.value)} to ${formatSetting(greatest.value)}`;
  const broken = facts.reduce((sum, one) => sum + one.notFinite, 0);
  const odd = broken > 0 ? ` ${plural(broken, 'value is', 'values are')} not finite.` : '';
  if (options.smallerIsBetter === undefined) return `${range}.${odd}`;
  const best = options.smallerIsBetter ? least : greatest;
  return `${range}; best is ${best.name} with ${formatSetting(best.value)} at ${options.formatX(best.x)}.${odd}`;
}

function pick(
  facts: SeriesFacts[],
  of: (one: SeriesFacts) => { value: number; x: number } | undefined,
  better: (a: number, b: number) => boolean,
) {
  let best: { name: string; value: number; x: number } | undefined;
  for (const one of facts) {
    const found = of(one);
    if (found && (!best || better(found.value, best.value))) best = { name: one.name, ...found };
  }
  return best;
}
