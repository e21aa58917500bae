import type { getReceiptsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

export const receiptTable: TableDefinition = {
  sorts: [],
  defaultSort: { columnId: 'executedAt', direction: 'desc' },
  pageSizes: [20, 40, 80],
};

export interface ReceiptsSearch extends TableSearch {
  of?: 'everybody';
}

export function receiptsRequest(search: ReceiptsSearch): Request<typeof getReceiptsRoute> {
  const { offset, pageSize } = tablePart(receiptTable, search);
  return { query: { offset, limit: pageSize, everybody: search.of === 'everybody' } };
}
