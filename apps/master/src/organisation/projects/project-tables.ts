import type { ColumnType, Generated } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';

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
  state: Generated<string>;
  error_message: Generated<string>;
  last_local_id: Generated<number>;
}
