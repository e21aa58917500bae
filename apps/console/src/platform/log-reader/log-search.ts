import { flag, oneOf, text } from '#platform/routing/search-params.ts';
import type { LogFilter } from '#ui/log-viewer/log-filter.ts';

/** By what lines are filtered besides text and time, as the address names it. */
const fieldKeys = ['level', 'agent', 'container', 'rank', 'source'] as const;

/** What of a log is asked for and how it is shown, as it stands in the address. */
export function logSearch(raw: Record<string, unknown>) {
  return {
    /** Text that is looked for; `regex`: an expression; `all`: lines without it stay in sight. */
    q: text(raw, 'q'),
    regex: flag(raw, 'regex'),
    all: flag(raw, 'all'),
    since: time(raw, 'since'),
    until: time(raw, 'until'),
    /** Values with commas between. */
    level: text(raw, 'level'),
    agent: text(raw, 'agent'),
    container: text(raw, 'container'),
    rank: text(raw, 'rank'),
    source: text(raw, 'source'),
    /** Whether lines wrap; by default on narrow screens only. */
    wrap: oneOf(raw, 'wrap', ['on', 'off']),
    /** Tracebacks and repeated lines are folded unless it says not to. */
    fold: oneOf(raw, 'fold', ['off']),
  };
}

export type LogSearch = Partial<ReturnType<typeof logSearch>>;

export function filterOf(search: LogSearch): LogFilter {
  return {
    text: search.q ?? '',
    regex: search.regex ?? false,
    all: search.all ?? false,
    since: search.since,
    until: search.until,
    choices: Object.fromEntries(fieldKeys.map((key) => [key, listOf(search[key])])),
  };
}

export function searchOf({ text: words, regex, all, since, until, choices }: LogFilter): LogSearch {
  return {
    q: words || undefined,
    regex: regex || undefined,
    all: all || undefined,
    since,
    until,
    ...Object.fromEntries(fieldKeys.map((key) => [key, choices[key]?.map(encodeURIComponent).join(',') || undefined])),
  };
}

const listOf = (values: string | undefined): string[] => (values ? values.split(',').map(decoded) : []);

/** Of an address that somebody typed. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function time(raw: Record<string, unknown>, key: string): string | undefined {
  const value = text(raw, key);
  return value !== undefined && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;
}
