import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    templates: TemplatesTable;
  }
}

export interface TemplatesTable {
  id: Generated<number>;
  /** One of the cluster. */
  name: string;
  /** As it was sent: what cannot be used is said where it is used. */
  config: ColumnType<JsonObject, string, string>;
  workspace_id: number;
  user_id: number;
  created_at: Time;
  updated_at: Time;
}
