import type { ColumnType, Generated } from 'kysely';
import type { NullableTime, Time } from '#platform/db/column-types.ts';
import type { PlaceState } from '../workspaces/shared/place-deletion.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    projects: ProjectsTable;
  }
}

export interface ProjectsTable {
  id: Generated<number>;
  workspace_id: number;
  name: string;
  key: string;
  description: Generated<string>;
  notes: ColumnType<{ name: string; contents: string }[], string | undefined, string>;
  user_id: number;
  archived: Generated<boolean>;
  immutable: Generated<boolean>;
  created_at: Time;
  state: Generated<PlaceState>;
  error_message: Generated<string>;
  deletion_requested_at: NullableTime;
  deletion_requested_by: number | null;
  last_local_id: Generated<number>;
}
