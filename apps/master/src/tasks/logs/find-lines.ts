import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { findLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { normaliseTimestamp } from '@determined/contract/wire/timestamp.ts';
import type { LineBatch, LineRange } from './line-range.ts';
import { type LogQuery, logFilter } from './shared/log-filter.ts';

/** A search answers what it has after so long, and sooner once it has something and so long has gone by. */
const patience = { mostMs: 400, withHitsMs: 100 };
/** Stretches of an answer. */
const mostRuns = 20_000;

type Query = ExtRequestOf<typeof findLogLinesRoute>['query'];
type Found = ExtReplyOf<typeof findLogLinesRoute>;

/**
 * Where the lines stand that pass a filter, of a log whose lines are numbered from `first` to before `total`.
 * @param read gives the numbers of lines that pass
 */
export async function findLines(
  query: Query,
  { first, total }: { first: number; total: number },
  read: (range: Omit<LineRange, 'taskId'>) => AsyncIterable<LineBatch>,
): Promise<Found> {
  const filter = logFilter(asLogQuery(query));
  const descending = query.newestFirst ?? false;
  const inside = (n: number) => Math.max(first, Math.min(n, total));
  const from = inside(query.from);
  const range = { from, to: Math.max(from, inside(query.to ?? total)) };
  const runs = new Runs(query.limit ?? Number.POSITIVE_INFINITY, descending);
  const end = descending ? range.from : range.to;
  if (!filter) {
    if (range.from < range.to) runs.addAll(range);
    return { total, at: end, done: true, runs: runs.pairs };
  }
  const begun = performance.now();
  let at = descending ? range.to : range.from;
  for await (const batch of read({ ...range, descending, filter, numbersOnly: true })) {
    for (const n of batch.numbers ?? []) runs.add(n);
    at = batch.at;
    if (runs.isFull) return { total, at, done: true, runs: runs.pairs };
    const ms = performance.now() - begun;
    if (ms > patience.mostMs || runs.pairs.length >= 2 * mostRuns) break;
    if (ms > patience.withHitsMs && runs.pairs.length > 0) break;
  }
  return { total, at, done: at === end, runs: runs.pairs };
}

/** Lines beside each other as one stretch. */
class Runs {
  readonly pairs: number[] = [];
  private readonly step: number;
  private left: number;
  private last = Number.NaN;

  constructor(limit: number, descending: boolean) {
    this.left = limit;
    this.step = descending ? -1 : 1;
  }

  get isFull(): boolean {
    return this.left <= 0;
  }

  add(n: number): void {
    if (this.isFull) return;
    this.left--;
    const at = this.pairs.length - 1;
    if (n === this.last + this.step) {
      this.pairs[at] = (this.pairs[at] ?? 0) + 1;
      // Of a stretch found backwards its first line is the one found last.
      if (this.step < 0) this.pairs[at - 1] = n;
    } else this.pairs.push(n, 1);
    this.last = n;
  }

  addAll({ from, to }: { from: number; to: number }): void {
    const count = Math.min(this.left, to - from);
    this.pairs.push(this.step < 0 ? to - count : from, count);
  }
}

function asLogQuery(query: Query): LogQuery {
  return {
    agentIds: list(query.agentIds),
    containerIds: list(query.containerIds),
    allocationIds: list(query.allocationIds),
    sources: list(query.sources),
    stdtypes: [],
    rankIds: list(query.rankIds).map(Number),
    // Others than the six are in no line.
    levels: list(query.levels).map((level) => `LOG_LEVEL_${level}`) as LogQuery['levels'],
    ...(query.since === undefined ? {} : { timestampFrom: time(query.since) }),
    timestampAfter: null,
    timestampBefore: query.until === undefined ? null : time(query.until),
    searchText: query.text ?? '',
    enableRegex: query.regex ?? false,
  };
}

const list = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat());

function time(text: string): string {
  const normal = normaliseTimestamp(text);
  if (normal === undefined) throw invalidArgument(`${text} is no time`);
  return normal;
}
