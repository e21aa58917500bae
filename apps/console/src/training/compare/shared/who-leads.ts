import { nounOf } from '#platform/switches/thing-words.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import type { Compared, Comparison } from './compared.ts';

/** From here on a path goes with the metric clearly enough to be named. */
const clear = 0.5;
const mostNamed = 2;
/** Chance has no merit. */
const seed = 'reproducibility.experiment_seed';

const going = new Set(['STATE_ACTIVE', 'STATE_RUNNING']);

/**
 * What the numbers of a comparison say, in a sentence or two: who leads and by how much, and which of the paths that differ go with the
 * metric over the runs of the view. Nothing under two records with a value; nothing of causes.
 */
export function whoLeads(of: Compared, { records, metric, paths }: Comparison): string | undefined {
  if (!metric) return undefined;
  const sign = metric.smallerIsBetter ? 1 : -1;
  const ranked = records
    .flatMap(({ best, ...record }) => (best !== null && Number.isFinite(best) ? [{ ...record, best }] : []))
    .sort((a, b) => sign * (a.best - b.best));
  const [first, second] = ranked;
  if (!first || !second) return undefined;
  const level = ranked.filter(({ best }) => best === first.best);
  const lead =
    level.length > 1
      ? `${level.length === ranked.length ? `All ${level.length}` : level.map(({ id }) => id).join(', ')} are level on ${metric.name} at ${formatMetric(first.best)}.`
      : `Of ${plural(ranked.length, nounOf(of))}, ${nounOf(of)} ${first.id} leads on ${metric.name} by ${formatMetric(Math.abs(second.best - first.best))}${going.has(first.state) ? ' and still runs' : ''}.`;
  const without = records.length - ranked.length;
  const missing = without > 0 ? `${without} of ${plural(records.length, nounOf(of))} have no value of it.` : undefined;
  return [lead, missing, goesWith(paths)].filter((part) => part !== undefined).join(' ');
}

function goesWith(paths: Comparison['paths']): string | undefined {
  const said = paths.flatMap(({ path, differs, moves }) =>
    differs && moves && path !== seed ? [{ path, ...moves }] : [],
  );
  if (said.length === 0) return undefined;
  const strong = said
    .filter(({ value }) => Math.abs(value) >= clear)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, mostNamed);
  if (strong.length === 0) return 'Nothing that differs goes with it clearly.';
  const named = strong.map(
    ({ path, by, value, n }) => `${path} (${by === 'spearman' ? 'ρ' : 'η²'} ${value.toFixed(2)}, n = ${n})`,
  );
  return `Over the runs of the view, ${named.join(' and ')} ${strong.length === 1 ? 'goes' : 'go'} with it most.`;
}
