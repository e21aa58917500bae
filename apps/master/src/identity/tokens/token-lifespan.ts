import { invalidArgument } from '@determined/contract/errors.ts';

const units: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const dayMs = 86_400_000;

/**
 * Milliseconds that a new token lives. `asked` is a duration such as `720h` or `1h30m`, `-1` the longest there is; the
 * default without it. Messages: platform semantics 8.1.
 */
export function tokenLifespan(
  asked: string | undefined,
  limits: { default_lifespan_days: number; max_lifespan_days: number },
): number {
  const longest = limits.max_lifespan_days * dayMs;
  if (asked === '-1') return longest;
  const wanted = asked === undefined ? limits.default_lifespan_days * dayMs : durationMs(asked);
  if (wanted > longest) throw invalidArgument('token Lifespan must be less than max token lifespan');
  return wanted;
}

function durationMs(text: string): number {
  if (!/^[+-]?(\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+$/.test(text) && !/^[+-]?0$/.test(text)) {
    throw invalidArgument(`failed to parse lifespan ${text}: invalid duration "${text}"`);
  }
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g)) {
    total += Number(number) * (units[unit ?? ''] ?? 0);
  }
  if (text.startsWith('-') || total <= 0) {
    throw invalidArgument('lifespan must be a Go-formatted duration string with a positive value');
  }
  return total;
}
