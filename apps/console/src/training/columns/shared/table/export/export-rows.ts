import { queryClient } from '#platform/api/query-client.ts';
import type { ColumnTableSearch } from '../kept-table.ts';
import { cellText } from '../look/cell-text.ts';
import { rowsRequest, shownColumns } from '../rows-request.ts';
import { labelOf, type TableKind, type TableRow } from '../table-kind.ts';
import { csvLine } from './csv.ts';

/** Read at once, and at most. */
const atOnce = 1000;
export const mostExported = 100_000;

interface ExportOptions<Row extends TableRow> {
  kind: TableKind<Row>;
  projectId: number;
  search: ColumnTableSearch;
  signal: AbortSignal;
  /** Told how many rows have come, of how many. */
  onProgress: (done: number, total: number) => void;
}

/** All rows that the filter finds, with the columns that are shown, as the text of a CSV file; undefined where it was given up. */
export async function exportRows<Row extends TableRow>(options: ExportOptions<Row>): Promise<Blob | undefined> {
  const { kind, projectId, search, signal, onProgress } = options;
  const columns = shownColumns(kind, search);
  const request = rowsRequest(kind, projectId, search);
  const parts = [csvLine(columns.map((id) => labelOf(kind, id)))];
  // Rows that come in meanwhile move others to the next page.
  const seen = new Set<number>();
  for (let offset = 0; offset < mostExported; offset += atOnce) {
    const page = kind.read({ ...request, query: { ...request.query, offset, limit: atOnce } });
    const { rows, total } = await queryClient.fetchQuery({ ...page, gcTime: 0, staleTime: 0 });
    if (signal.aborted) return undefined;
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    parts.push(fresh.map((row) => csvLine(columns.map((id) => cellText(kind, row, id)))).join(''));
    onProgress(seen.size, Math.min(total, mostExported));
    if (rows.length < atOnce) break;
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
