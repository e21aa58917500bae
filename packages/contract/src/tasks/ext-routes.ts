import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';
import { stateHistory } from '../state-history.ts';

/** A range of a task's log by line number. The compatible call streams and knows no numbers. */
export const getLogLinesRoute = /* @__PURE__ */ extRoute({
  name: 'getLogLines',
  method: 'GET',
  path: '/tasks/{taskId}/log-lines',
  params: z.object({ taskId: z.string() }),
  query: z.object({
    /** Number of the first line, from 0; negative counts from the end (-100: the last hundred). */
    from: z.coerce.number().check(z.int()),
    /** At most 2,000. */
    count: z.coerce.number().check(z.int(), z.nonnegative()),
  }),
  reply: z.object({
    /** Lines there are now. */
    total: z.number(),
    /** Number of the first line of this answer. */
    from: z.number(),
    lines: z.array(
      z.object({
        n: z.number(),
        time: z.nullable(z.string()),
        /** TRACE, DEBUG, INFO, WARNING, ERROR, CRITICAL; empty when the line has none. */
        level: z.string(),
        rank: z.nullable(z.number()),
        source: z.string(),
        /** As the task wrote it, without time, container, rank and level in front. */
        text: z.string(),
      }),
    ),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'params.taskId' },
  reads: ['log'],
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
