import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { AuditEntriesTable } from './audit-tables.ts';

export type AuditFilter = Omit<ExtRequestOf<typeof getAuditEntriesRoute>['query'], 'before' | 'limit'>;

/** The entries that fit, in no order yet. */
export function auditEntries(db: Db, { userId, action, kind, thingId, from, to }: AuditFilter) {
  let query = db.selectFrom('audit_entries').selectAll();
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (thingId !== undefined) query = query.where('thing_id', '=', thingId);
  if (from !== undefined) query = query.where('at', '>=', time('from', from));
  if (to !== undefined) query = query.where('at', '<', time('to', to));
  return query;
}

function time(name: string, text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidArgument(`${name} has to be a time such as 2026-01-31T00:00:00Z`);
  return new Date(time).toISOString();
}

export function auditView(row: Selectable<AuditEntriesTable>) {
  return {
    id: row.id,
    at: row.at,
    user: row.user_id === null ? null : { id: row.user_id, username: row.username },
    by: row.session_kind,
    action: row.action,
    kind: row.kind,
    thingId: row.thing_id,
    thingName: row.thing_name,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
    address: row.address,
  };
}
