import { getProjectNumericMetricsRangeRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { commonMetric } from '../common-metric.ts';
import type { ProjectTable } from '../project-table.ts';
import type { TableRow } from '../table-kind.ts';
import { type ColumnHeat, heatColumns, heatOf } from './heat-columns.ts';

export interface Heat {
  /** Columns that can be tinted; without one there is nothing to switch on. */
  columns: readonly string[];
  /** Those that are, by column. */
  shown: ReadonlyMap<string, ColumnHeat>;
  failed: boolean;
  retry: () => void;
}

/** The tint of a table's metrics, by the ranges of the whole project, which are read only while it is on. */
export function useHeat(projectId: number, table: ProjectTable, rows: readonly TableRow[] | undefined): Heat {
  const { shown, heat } = table;
  const columns = useMemo(() => heatColumns(shown, rows ?? []), [shown, rows]);
  const query = useCallQuery(
    getProjectNumericMetricsRangeRoute,
    { id: projectId },
    { enabled: heat.on && columns.length > 0, poll: pollEvery.slow },
  );
  const ranges = query.data?.ranges;
  const tinted = useMemo(() => {
    if (!heat.on || !ranges) return new Map<string, ColumnHeat>();
    const searcher = commonMetric(rows ?? []);
    return new Map(
      columns.flatMap((id) => {
        const one = heat.skipped.includes(id) ? undefined : heatOf(id, ranges, searcher);
        return one ? [[id, one] as const] : [];
      }),
    );
  }, [heat, ranges, columns, rows]);
  return {
    columns,
    shown: tinted,
    failed: heat.on && query.error !== null,
    retry: () => void query.refetch(),
  };
}
