import { findLogLinesRoute, getLogLinesRoute, getSingleLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { useCallback } from 'react';
import { call } from '#platform/api/call.ts';
import { askedLines, chosenValues } from '#platform/log-reader/asked-lines.ts';
import type { LogFilter } from '#ui/log-viewer/log-filter.ts';
import type { ReadLog, ReadSingle } from '#ui/log-viewer/log-source.ts';
import type { FindByFilter } from '#ui/log-viewer/use-log-matches.ts';

/** The calls by which a task's log is read and looked through. */
export function useLogCalls(taskId: string) {
  const read = useLogRead(taskId);
  const readSingle = useCallback<ReadSingle>(
    async ({ numbers, signal }) => {
      const query = { numbers: numbers.join(',') };
      return (await call(getSingleLogLinesRoute, { params: { taskId }, query }, signal)).lines;
    },
    [taskId],
  );
  const find = useCallback<FindByFilter>(
    (filter) =>
      ({ signal, ...range }) =>
        call(findLogLinesRoute, { params: { taskId }, query: { ...range, ...asked(filter) } }, signal),
    [taskId],
  );
  return { read, readSingle, find };
}

const asked = (filter: LogFilter) => ({
  ...askedLines(filter),
  agentIds: chosenValues(filter, 'agent'),
  containerIds: chosenValues(filter, 'container'),
  rankIds: chosenValues(filter, 'rank'),
  sources: chosenValues(filter, 'source'),
});

/** Reads a task's log by line numbers. */
export function useLogRead(taskId: string) {
  return useCallback<ReadLog>(
    ({ from, count, signal }) => call(getLogLinesRoute, { params: { taskId }, query: { from, count } }, signal),
    [taskId],
  );
}
