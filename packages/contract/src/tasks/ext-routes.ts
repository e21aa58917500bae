import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';
import { stateHistory } from '../state-history.ts';

const logLine = z.object({
  n: z.number(),
  time: z.nullable(z.string()),
  /** TRACE, DEBUG, INFO, WARNING, ERROR, CRITICAL; empty when the line has none. */
  level: z.string(),
  rank: z.nullable(z.number()),
  source: z.string(),
  /** As it was written, without time, container, rank and level in front. */
  text: z.string(),
});

/** A range of lines. */
const lineRange = z.object({
  /** Number of the first line, from 0; negative counts from the end (-100: the last hundred). */
  from: z.coerce.number().check(z.int()),
  /** At most 2,000. */
  count: z.coerce.number().check(z.int(), z.nonnegative()),
});

const linesOfRange = {
  /** Lines there are now. */
  total: z.number(),
  /** Number of the first line of this answer. */
  from: z.number(),
  lines: z.array(logLine),
};

/** A range of a task's log by line number. The compatible call streams and knows no numbers. */
export const getLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'getLogLines',
  method: 'GET',
  path: '/tasks/{taskId}/log-lines',
  params: z.object({ taskId: z.string() }),
  query: lineRange,
  reply: z.object(linesOfRange),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'params.taskId' },
  reads: ['log'],
});

const lineNumbers = z.object({
  /** Their numbers, at most 500, with commas between. Those that are not there are left out. */
  numbers: z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,499}$/)),
});

/** Lines of a task's log that need not stand beside each other. */
export const getSingleLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'getSingleLogLines',
  method: 'GET',
  path: '/tasks/{taskId}/single-log-lines',
  params: z.object({ taskId: z.string() }),
  query: lineNumbers,
  reply: z.object({ lines: z.array(logLine) }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'params.taskId' },
  reads: ['log'],
});

/** One value, or several as a parameter each; lines that have one of them. */
const several = z.optional(z.union([z.string(), z.array(z.string())]));

const lineSearch = {
  /** The first line looked at, from 0. */
  from: z.coerce.number().check(z.int(), z.nonnegative()),
  /** The one after the last; all there are without it. */
  to: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
  /** From the end backwards. */
  newestFirst: z.optional(z.stringbool()),
  /** So many are enough. */
  limit: z.optional(z.coerce.number().check(z.int(), z.positive())),
  /** TRACE, DEBUG, INFO, WARNING, ERROR, CRITICAL. */
  levels: several,
  /** Not before this time, and not after that. */
  since: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
  /** Part of the line in either case, or an expression in RE2's syntax. */
  text: z.optional(z.string()),
  regex: z.optional(z.stringbool()),
};

const foundLines = {
  /** Lines there are now. */
  total: z.number(),
  /** How far it came: every line from `from` to here, or backwards from `to` to here, has been looked at. */
  at: z.number(),
  /** Nothing is left of what was asked for. */
  done: z.boolean(),
  /** Number of a line that passes and how many follow on it, of one stretch after the other in the order of the search. */
  runs: z.array(z.number()),
};

/**
 * Numbers of the lines of a task's log that pass a filter. The search goes on for some hundred milliseconds and then
 * answers what it has, for the caller to go on where it stands, or not.
 */
export const findLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'findLogLines',
  method: 'GET',
  path: '/tasks/{taskId}/log-matches',
  params: z.object({ taskId: z.string() }),
  query: z.object({
    ...lineSearch,
    agentIds: several,
    containerIds: several,
    allocationIds: several,
    sources: several,
    /** -1: lines without a rank. */
    rankIds: several,
  }),
  reply: z.object(foundLines),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'params.taskId' },
  reads: ['log'],
});

/** Whose log it is: another one begins its numbers anew. */
const ofMaster = { masterId: z.string() };
/** The answering master's own log: what it has said since its start, of which it keeps the newest 25,000 lines. */
const masterLog = { needs: { permission: 'VIEW_MASTER_LOGS', on: 'cluster' }, reads: [] } as const;

export const getMasterLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'getMasterLogLines',
  method: 'GET',
  path: '/master/log-lines',
  query: lineRange,
  reply: z.object({
    ...linesOfRange,
    /** Number of the oldest line that is kept. */
    first: z.number(),
    ...ofMaster,
  }),
  ...masterLog,
});

export const getSingleMasterLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'getSingleMasterLogLines',
  method: 'GET',
  path: '/master/single-log-lines',
  query: lineNumbers,
  reply: z.object({ lines: z.array(logLine), ...ofMaster }),
  ...masterLog,
});

/** As `findLogLines`. */
export const findMasterLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'findMasterLogLines',
  method: 'GET',
  path: '/master/log-matches',
  query: z.object(lineSearch),
  reply: z.object({ ...foundLines, ...ofMaster }),
  ...masterLog,
});

/** Lines of an allocation's runner, numbered by it from 0: sent again until acknowledged, stored once. */
export const postAllocationLogsRoute = /* @__PURE__ */ extRoute({
  name: 'postAllocationLogs',
  method: 'POST',
  path: '/allocations/{allocationId}/logs',
  params: z.object({ allocationId: z.string() }),
  body: z.object({
    containerId: z.nullish(z.string()),
    agentId: z.nullish(z.string()),
    /** Number of the first of these lines. */
    offset: z.number().check(z.int(), z.nonnegative()),
    lines: z
      .array(
        z.object({
          timestamp: z.iso.datetime({ offset: true }),
          stdtype: z.string(),
          level: z.nullish(z.string()),
          rankId: z.nullish(z.int32()),
          log: z.string(),
        }),
      )
      .check(z.minLength(1)),
  }),
  /** Number of the line that is expected next. */
  reply: z.object({ next: z.number() }),
  needs: signedIn,
  changes: ['log'],
});

/** The runner of an allocation that may be given up says that it goes on. */
export const postAllocationAliveRoute = /* @__PURE__ */ extRoute({
  name: 'postAllocationAlive',
  method: 'POST',
  path: '/allocations/{allocationId}/alive',
  params: z.object({ allocationId: z.string() }),
  /** Which part of it. */
  body: z.object({ containerId: z.string() }),
  reply: z.object({}),
  needs: signedIn,
  reads: [],
  changes: [],
});

/** How a task and its end came about: made, ended, gone on again. Its allocations have histories of their own. */
export const getTaskHistoryRoute = /* @__PURE__ */ extRoute({
  name: 'getTaskHistory',
  method: 'GET',
  path: '/tasks/{taskId}/history',
  params: z.object({ taskId: z.string() }),
  reply: stateHistory,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'task', by: 'params.taskId' },
  reads: ['task', 'allocation'],
});

export const getAllocationHistoryRoute = /* @__PURE__ */ extRoute({
  name: 'getAllocationHistory',
  method: 'GET',
  path: '/allocations/{allocationId}/history',
  params: z.object({ allocationId: z.string() }),
  reply: stateHistory,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'allocation', by: 'params.allocationId' },
  reads: ['allocation'],
});
