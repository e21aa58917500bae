import { SearchError } from './search-error.ts';

/** Numbers that JSON cannot carry travel as these words. */
const notFinite: Record<string, number> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** A number out of a report that the search cannot do without. */
export function reportedNumber(
  what: string,
  name: string,
  metrics: Readonly<Record<string, unknown>>,
  { requestId, where }: { requestId: string; where: 'from' | 'in' },
): number {
  const value = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && Object.hasOwn(notFinite, value)) return notFinite[value] as number;
  const text = `error parsing ${what} (${name}) ${where} validation metrics: ${shown(metrics)}`;
  throw new SearchError(`error while handling a validation completed event: ${requestId}: ${text}`);
}

/** Long enough to see what is spelled otherwise. */
const longest = 1000;

function shown(metrics: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(metrics).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = entries.map(([name, value]) => `${name}:${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const whole = text.join(' ');
  return `map[${whole.length > longest ? `${whole.slice(0, longest)}…` : whole}]`;
}
