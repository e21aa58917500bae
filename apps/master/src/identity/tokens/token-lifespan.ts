import { invalidArgument } from '@determined/contract/errors.ts';
import { goDurationMs } from '#platform/go-duration.ts';

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
  const ms = goDurationMs(text);
  if (ms === undefined) throw invalidArgument(`failed to parse lifespan ${text}: invalid duration "${text}"`);
  if (ms <= 0) throw invalidArgument('lifespan must be a Go-formatted duration string with a positive value');
  return ms;
}
