import type { RequestOf } from '@determined/contract/route.ts';
import type { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import type { LogLine } from '../log-line.ts';
import { type TextSearch, textSearch } from './text-search.ts';

type Request = RequestOf<typeof taskLogsRoute>;

/** The filters of a log call. Facts: platform semantics 7.1; search as people mean it. */
export type LogQuery = Pick<
  Request,
  | 'agentIds'
  | 'containerIds'
  | 'rankIds'
  | 'levels'
  | 'stdtypes'
  | 'sources'
  | 'timestampBefore'
  | 'timestampAfter'
  | 'searchText'
  | 'enableRegex'
> & {
  allocationIds?: string[] /** Not before: unlike the wire's, a line of this very time passes. */;
  timestampFrom?: string;
};

/** What a chunk holds, and by which it can be skipped. */
export interface ChunkFacts {
  min_time: string | null;
  max_time: string | null;
  levels: readonly string[];
  sources: readonly string[];
  stdtypes: readonly string[];
  allocation_ids: readonly string[];
  agent_ids: readonly string[];
  container_ids: readonly string[];
  rank_ids: readonly number[];
  unranked: boolean;
}

export interface LogFilter {
  matches(line: LogLine): boolean | Promise<boolean>;
  /** What the texts of lines are to have. Asked first: the rest of a line is made of more. */
  search: TextSearch | undefined;
  /** What is asked of the rest; undefined for nothing. */
  rest: RestFilter | undefined;
}

export interface RestFilter {
  /** Looks at everything but the text. */
  matches(line: LogLine): boolean;
  /** False when no line of the chunk can match. */
  mayMatch(chunk: ChunkFacts): boolean;
  /** Whether it looks at times: else lines that come from the same all match or none. */
  byTime: boolean;
}

interface Part {
  line: (line: LogLine) => boolean;
  chunk: (chunk: ChunkFacts) => boolean;
}

/** Stands for a line without a rank. */
const unranked = -1;

/** Undefined when every line matches. Throws for a pattern that is none. */
export function logFilter(query: LogQuery): LogFilter | undefined {
  const parts = [
    oneOf(
      query.allocationIds ?? [],
      (line) => line.allocationId,
      (chunk) => chunk.allocation_ids,
    ),
    oneOf(
      query.agentIds,
      (line) => line.agentId,
      (chunk) => chunk.agent_ids,
    ),
    oneOf(
      query.containerIds,
      (line) => line.containerId,
      (chunk) => chunk.container_ids,
    ),
    oneOf(
      query.stdtypes,
      (line) => line.stdtype,
      (chunk) => chunk.stdtypes,
    ),
    oneOf(
      query.sources,
      (line) => line.source,
      (chunk) => chunk.sources,
    ),
    oneOf(
      query.levels.map((level) => level.replace('LOG_LEVEL_', '')),
      (line) => line.level,
      (chunk) => chunk.levels,
    ),
    ranks(query.rankIds),
    before(query.timestampBefore),
    after(query.timestampAfter),
    from(query.timestampFrom),
  ].filter((part) => part !== undefined);
  const byTime = query.timestampBefore !== null || query.timestampAfter !== null || query.timestampFrom !== undefined;
  const search = textSearch(query.searchText, query.enableRegex);
  if (parts.length === 0 && !search) return undefined;
  const matches = (line: LogLine) => parts.every((part) => part.line(line));
  return {
    matches: (line) => matches(line) && (search?.isIn(line.text) ?? true),
    search,
    rest:
      parts.length === 0
        ? undefined
        : { matches, mayMatch: (chunk) => parts.every((part) => part.chunk(chunk)), byTime },
  };
}

function oneOf(
  wanted: readonly string[],
  ofLine: (line: LogLine) => string | null,
  ofChunk: (chunk: ChunkFacts) => readonly string[],
): Part | undefined {
  if (wanted.length === 0) return undefined;
  const set = new Set(wanted);
  return {
    line: (line) => {
      const value = ofLine(line);
      return value !== null && set.has(value);
    },
    chunk: (chunk) => ofChunk(chunk).some((value) => set.has(value)),
  };
}

function ranks(wanted: readonly number[]): Part | undefined {
  if (wanted.length === 0) return undefined;
  const set = new Set(wanted);
  return {
    line: (line) => set.has(line.rankId ?? unranked),
    chunk: (chunk) => (chunk.unranked && set.has(unranked)) || chunk.rank_ids.some((rank) => set.has(rank)),
  };
}

// Times are texts of one form, so they compare as texts; the wire's may have fewer or more digits.
function before(time: string | null): Part | undefined {
  if (time === null) return undefined;
  const limit = digits(time);
  return {
    line: (line) => line.time !== null && digits(line.time) <= limit,
    chunk: (chunk) => chunk.min_time !== null && digits(chunk.min_time) <= limit,
  };
}

function after(time: string | null): Part | undefined {
  if (time === null) return undefined;
  const limit = digits(time);
  return {
    line: (line) => line.time !== null && digits(line.time) > limit,
    chunk: (chunk) => chunk.max_time !== null && digits(chunk.max_time) > limit,
  };
}

function from(time: string | undefined): Part | undefined {
  if (time === undefined) return undefined;
  const limit = digits(time);
  return {
    line: (line) => line.time !== null && digits(line.time) >= limit,
    chunk: (chunk) => chunk.max_time !== null && digits(chunk.max_time) >= limit,
  };
}

function digits(time: string): string {
  const [seconds = '', fraction = ''] = time.slice(0, -1).split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
