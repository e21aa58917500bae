import { getProjectNumericMetricsRangeRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useSame } from '#ui/primitives/use-same.ts';
import type { ProjectTable } from '../project-table.ts';
import type { TableRow } from '../table-kind.ts';
import { type ColumnHeat, heatColumns, heatOf } from './heat-columns.ts';
import type { RowsTogether } from './rows-together.ts';

export interface Heat {
  /** Columns that can be tinted; without one there is nothing to switch on. */
  columns: readonly string[];
  /** Those that are, by column. */
  shown: ReadonlyMap<string, ColumnHeat>;
  failed: boolean;
  retry: () => void;
}

const nothing: ReadonlyMap<string, ColumnHeat> = new Map();

/**
 * The tint of a table's metrics, by the ranges of the whole project, which are read only while it is on. One and the same while rows
 * that come in change nothing of it: with another one every cell would be drawn anew.
 */
export function useHeat(
  projectId: number,
  { shown, heat }: ProjectTable,
  rows: readonly TableRow[],
  { metric }: RowsTogether,
): Heat {
  const columns = useSame(useMemo(() => heatColumns(shown, rows), [shown, rows]));
  const query = useCallQuery(
    getProjectNumericMetricsRangeRoute,
    { id: projectId },
    { enabled: heat.on && columns.length > 0, poll: pollEvery.slow },
  );
  const ranges = query.data?.ranges;
  const tinted = useMemo(() => {
    if (!heat.on || !ranges) return nothing;
    return new Map(
      columns.flatMap((id) => {
        const one = heat.skipped.includes(id) ? undefined : heatOf(id, ranges, metric);
        return one ? [[id, one] as const] : [];
      }),
    );
  }, [heat, ranges, columns, metric]);
  return {
    columns,
    shown: tinted,
    failed: heat.on && query.error !== null,
    retry: () => void query.refetch(),
  };
}
