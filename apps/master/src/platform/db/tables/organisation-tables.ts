import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { Time } from './identity-tables.ts';

export interface WorkspacesTable {
  id: Generated<number>;
  name: string;
  archived: Generated<boolean>;
  immutable: Generated<boolean>;
  user_id: number;
  created_at: Time;
  state: Generated<string>;
  error_message: Generated<string>;
  agent_uid: number | null;
  agent_gid: number | null;
  agent_user: string | null;
  agent_group: string | null;
  checkpoint_storage: ColumnType<JsonObject | null, string | null | undefined, string | null>;
  default_compute_pool: Generated<string>;
  default_aux_pool: Generated<string>;
}

export interface WorkspacePinsTable {
  workspace_id: number;
  user_id: number;
  pinned_at: Time;
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

export interface ProjectVisitsTable {
  user_id: number;
  project_id: number;
  visited_at: Time;
}
