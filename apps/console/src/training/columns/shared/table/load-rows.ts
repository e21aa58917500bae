import { queryClient } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { readSetting, writeSetting } from '#platform/settings/settings.ts';
import { readFilter } from '../filter-set.ts';
import { type ColumnTableSearch, keptTable } from './kept-table.ts';
import { fromTheTop } from './live/endless.ts';
import { readLook } from './look/table-look.ts';
import { rowsRequest } from './rows-request.ts';
import type { TableKind, TableRow } from './table-kind.ts';

/** The loader's part that needs the contract of our own calls, which the first screen does without. */
export function loadRows<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
): void {
  if (search.filter !== undefined && readFilter(search.filter) === undefined) {
    const kept = keptTable(projectId, kind.keptAs ?? kind.key);
    writeSetting(kept, { ...readSetting(kept), filterset: undefined });
    reportError(new Error(JSON.stringify(search.filter)), {
      title: 'Unable to initialize filterset from settings',
      message: 'It is not of the form that filters have: all rows are shown.',
    });
  }
  const { endless } = search.look ? readLook(search.look) : readSetting(keptTable(projectId, kind.keptAs ?? kind.key));
  const page = rowsRequest(kind, projectId, search);
  void queryClient.prefetchQuery(kind.read(endless ? fromTheTop(page) : page));
}
