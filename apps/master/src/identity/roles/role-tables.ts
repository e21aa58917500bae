import type { Generated } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    role_assignments: RoleAssignmentsTable;
  }
}

/** Of a user or of a group; without a workspace in the whole cluster. */
export interface RoleAssignmentsTable {
  id: Generated<number>;
  role_id: number;
  user_id: number | null;
  group_id: number | null;
  workspace_id: number | null;
  assigned_at: Time;
}
