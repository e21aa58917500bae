/** What of a log is asked for. Choices within a field are alternatives; fields and text narrow each other. */
export interface LogFilter {
  /** Part of a line in either case, or an expression. */
  text: string;
  regex: boolean;
  /** All lines stay in sight, those with the text are hits to step through. */
  all: boolean;
  /** ISO times. */
  since?: string | undefined;
  until?: string | undefined;
  /** By the field's key. */
  choices: Readonly<Record<string, readonly string[]>>;
}

/** By what lines can be filtered besides text and time. */
export interface LogField {
  key: string;
  name: string;
  options: { value: string; label: string }[];
}

export const noFilter: LogFilter = { text: '', regex: false, all: false, choices: {} };

/** The filter of the lines that are shown; undefined where all are. */
export function listFilter(filter: LogFilter): LogFilter | undefined {
  const list = filter.all ? { ...filter, text: '', regex: false } : filter;
  const asks =
    list.text !== '' || list.since || list.until || Object.values(list.choices).some((one) => one.length > 0);
  return asks ? { ...list, all: false } : undefined;
}

/** The filter of what is stepped through; undefined without a text. */
export const hitFilter = (filter: LogFilter): LogFilter | undefined =>
  filter.text === '' ? undefined : { ...filter, all: false };

/**
 * Where a text stands in a line, for the eye. An expression is marked only where looking for it cannot take long: the server knows all
 * of them, a browser's engine some, and not in every time.
 */
export function marker(filter: Pick<LogFilter, 'text' | 'regex'> | undefined): RegExp | undefined {
  if (!filter || filter.text === '') return undefined;
  if (!filter.regex) return new RegExp(filter.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  const ignoresCase = filter.text.startsWith('(?i)');
  const pattern = ignoresCase ? filter.text.slice(4) : filter.text;
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  if (repeats > 2 || /\)[*+{]/.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, ignoresCase ? 'gi' : 'g');
  } catch {
    return undefined;
  }
}

/** The part of a line that is looked at for marks. */
const MARKED = 2_000;

/** Text in pieces, every second of which is a hit. */
export function markedParts(text: string, mark: RegExp | undefined): string[] {
  if (!mark) return [text];
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: hit } of text.slice(0, MARKED).matchAll(mark)) {
    if (hit === '') continue;
    parts.push(text.slice(at, index), hit);
    at = index + hit.length;
  }
  parts.push(text.slice(at));
  return parts;
}
