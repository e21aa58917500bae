import { queryClient } from '#platform/api/query-client.ts';
import { auditQuery } from './list/audit-query.ts';

export const loadAudit = (search: Parameters<typeof auditQuery>[0]): void =>
  void queryClient.prefetchInfiniteQuery(auditQuery(search));
