import type { AuditAction, AuditKind } from '@determined/contract/identity/audit-kinds.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    audit_entries: AuditEntriesTable;
  }
}

type Fields = ColumnType<Record<string, unknown>, string, never>;

export interface AuditEntriesTable {
  id: Generated<number>;
  at: Time;
  user_id: number | null;
  username: string;
  session_kind: 'user' | 'access_token' | 'task' | 'allocation' | 'nobody';
  action: AuditAction;
  kind: AuditKind;
  thing_id: string;
  thing_name: string;
  before: Fields;
  after: Fields;
  request_id: string;
  address: string;
}
