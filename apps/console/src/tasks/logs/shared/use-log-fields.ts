import { taskLogsFieldsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { useMemo } from 'react';
import { callKey, readMeta, useRead } from '#platform/api/call.ts';
import { client } from '#platform/api/client.ts';
import { levelField } from '#platform/log-reader/level-field.ts';
import type { LogField } from '#ui/log-viewer/log-filter.ts';

/** Stands for lines without a rank. */
const unranked = { value: '-1', label: 'No rank' };

/** By what the lines of a task can be filtered: what has been seen in them. */
export function useLogFields(taskId: string): LogField[] {
  const request = { taskId, follow: false };
  const { data } = useRead({
    queryKey: callKey(taskLogsFieldsRoute, request),
    queryFn: async () => {
      for await (const fields of client.stream(taskLogsFieldsRoute, request)) return fields;
      return null;
    },
    meta: readMeta(taskLogsFieldsRoute, request),
  });
  return useMemo(() => {
    if (!data) return [levelField];
    const field = (key: string, name: string, values: readonly string[], label = (value: string) => value) => ({
      key,
      name,
      options: values.map((value) => ({ value, label: label(value) })),
    });
    const ranks = field('rank', 'Rank', data.rankIds.map(String), (rank) => `Rank ${rank}`);
    return [
      levelField,
      field('agent', 'Agent', data.agentIds),
      field('container', 'Container', data.containerIds),
      { ...ranks, options: ranks.options.length > 0 ? [...ranks.options, unranked] : [] },
      field('source', 'Source', data.sources),
    ].filter(({ options }) => options.length > 0);
  }, [data]);
}
