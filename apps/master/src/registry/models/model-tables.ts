import type { ColumnType, Generated, Selectable } from 'kysely';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    models: ModelsTable;
    model_versions: ModelVersionsTable;
  }
}

export interface ModelsTable {
  id: Generated<number>;
  /** One of the cluster. */
  name: string;
  description: string;
  labels: string[];
  metadata: ColumnType<JsonObject, string, string>;
  notes: string;
  archived: Generated<boolean>;
  workspace_id: number;
  user_id: number;
  created_at: Time;
  updated_at: Time;
}

export interface ModelVersionsTable {
  id: Generated<number>;
  model_id: number;
  /** Its number in the model. */
  version: number;
  checkpoint_uuid: string;
  name: string;
  comment: string;
  labels: string[];
  metadata: ColumnType<JsonObject, string, string>;
  notes: string;
  user_id: number;
  created_at: Time;
  updated_at: Time;
}

export type ModelRow = Selectable<ModelsTable>;
