import { useState } from 'react';
import { useRead } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import type { ColumnTableSearch } from '../kept-table.ts';
import type { ProjectTable } from '../project-table.ts';
import { rowsRequest } from '../rows-request.ts';
import type { TableKind, TableRow } from '../table-kind.ts';
import { firstRows, fromTheTop, nextRows, readMany } from './endless.ts';
import { useLooking } from './use-looking.ts';
import { listKey, useRowsInPlace } from './use-rows-in-place.ts';

/** The rows that the address asks for, as they become: what comes in waits while somebody looks at them. */
export function useLiveRows<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  table: Pick<ProjectTable, 'keepPage' | 'endless'>,
) {
  const { endless } = table;
  const page = rowsRequest(kind, projectId, search);
  const list = listKey(page);
  const [grown, setGrown] = useState({ list, limit: firstRows });
  // Another filter or order begins at the top.
  const limit = grown.list === list ? grown.limit : firstRows;
  const request = endless ? fromTheTop(page, limit) : page;
  const query = useRead(readMany(kind, request), { keep: true, poll: pollEvery.store });
  const { looking, watch } = useLooking();
  const further = (request.query.offset ?? 0) > 0;
  const { reply, arrived, reordered, apply } = useRowsInPlace(kind, request, query, looking || further);
  const change = useChangeSearch<ColumnTableSearch>();
  const onShow = () => {
    if (!further || arrived === 0) return apply();
    // What came in on a further page stood before it: what is new stands on the first.
    table.keepPage({ page: undefined });
    change({ page: undefined });
  };
  const more = endless && (query.data?.total ?? 0) > limit;
  const onMore = () => {
    if (more && !query.isPlaceholderData) setGrown({ list, limit: nextRows(limit) });
  };
  return { query, reply, watch, news: { arrived, reordered, onShow }, more, onMore };
}
