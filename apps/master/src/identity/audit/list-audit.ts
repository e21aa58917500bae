import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { auditEntries, auditView } from './audit-filter.ts';

/** A page of the log, the newest first. */
export async function listAudit(
  { query: { before, limit, ...filter } }: ExtRequestOf<typeof getAuditEntriesRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getAuditEntriesRoute>> {
  const rows = await boundedSearch(ctx, (tx) => {
    const fitting = auditEntries(tx, filter);
    const older = before === undefined ? fitting : fitting.where('id', '<', before);
    return older
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
  });
  const entries = rows.slice(0, limit).map(auditView);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
