import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { type AuditAction, type AuditKind, auditExportPath } from '@determined/contract/identity/audit-kinds.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, call, readMeta } from '#platform/api/call.ts';

/** Which entries the address asks for. */
export interface AuditSearch {
  action?: AuditAction;
  kind?: AuditKind;
  from?: string;
}

export type AuditEntry = Answer<typeof getAuditEntriesRoute>['entries'][number];

const pageSize = 100;

/** Days are the reader's own. */
const filterOf = ({ action, kind, from }: AuditSearch) => ({
  ...(action && { action }),
  ...(kind && { kind }),
  ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
});

/** The log, newest first, piece by piece as it is scrolled. */
export function auditQuery(search: AuditSearch) {
  const filter = filterOf(search);
  return infiniteQueryOptions({
    queryKey: [getAuditEntriesRoute.name, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        getAuditEntriesRoute,
        { query: { ...filter, limit: pageSize, ...(pageParam !== null && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    meta: readMeta(getAuditEntriesRoute, { query: { ...filter, limit: pageSize } }),
  });
}

/** All of what the filter leaves, as a file. */
export function auditFile(search: AuditSearch): string {
  return `${auditExportPath}?${new URLSearchParams({ ...filterOf(search), format: 'csv' })}`;
}
