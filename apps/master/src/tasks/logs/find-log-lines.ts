import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { findLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { normaliseTimestamp } from '@determined/contract/wire/timestamp.ts';
import type { Context } from '#platform/http/context.ts';
import { readHead } from './log-store.ts';
import { readLines } from './read-lines.ts';
import { type LogQuery, logFilter } from './shared/log-filter.ts';
import { checkTask } from './stream-task-logs.ts';

/** A search answers what it has after so long, and sooner once it has something and so long has gone by. */
const patience = { mostMs: 400, withHitsMs: 100 };
/** Stretches of an answer. */
const mostRuns = 20_000;

type Request = ExtRequestOf<typeof findLogLinesRoute>;

/** Where the lines stand that pass a filter, for a reader that shows them by number and can stop at any time. */
export async function findLogLines(
  { params: { taskId }, query }: Request,
  { db, signal }: Context,
): Promise<ExtReplyOf<typeof findLogLinesRoute>> {
  await checkTask(db, taskId);
  const filter = logFilter(asLogQuery(query));
  const total = (await readHead(db, taskId))?.lines ?? 0;
  const descending = query.newestFirst ?? false;
  const range = { from: Math.min(query.from, total), to: Math.min(query.to ?? total, total) };
  const runs = new Runs(query.limit ?? Number.POSITIVE_INFINITY, descending);
  if (!filter) {
    if (range.from < range.to) runs.addAll(range);
    return { total, at: descending ? range.from : range.to, done: true, runs: runs.pairs };
  }
  const begun = performance.now();
  const end = descending ? range.from : range.to;
  let at = descending ? range.to : range.from;
  for await (const batch of readLines(db, { taskId, ...range, descending, filter, numbersOnly: true, signal })) {
    for (const n of batch.numbers ?? []) runs.add(n);
    at = batch.at;
    if (runs.isFull) return { total, at, done: true, runs: runs.pairs };
    const ms = performance.now() - begun;
    if (ms > patience.mostMs || runs.pairs.length >= 2 * mostRuns) break;
    if (ms > patience.withHitsMs && runs.pairs.length > 0) break;
  }
  // Lines that went with their task's log end the reading before its end.
  const gone = at !== end && (await readHead(db, taskId)) === undefined;
  return { total, at, done: at === end || gone, runs: runs.pairs };
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

function asLogQuery(query: Request['query']): LogQuery {
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
