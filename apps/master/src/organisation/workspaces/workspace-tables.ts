import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { NullableTime, Time } from '#platform/db/column-types.ts';
import type { PlaceState } from './shared/place-deletion.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    workspaces: WorkspacesTable;
    workspace_pins: WorkspacePinsTable;
    workspace_namespaces: WorkspaceNamespacesTable;
  }
}

export interface WorkspacesTable {
  id: Generated<number>;
  name: string;
  archived: Generated<boolean>;
  immutable: Generated<boolean>;
  user_id: number;
  created_at: Time;
  state: Generated<PlaceState>;
  error_message: Generated<string>;
  deletion_requested_at: NullableTime;
  deletion_requested_by: number | null;
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

export interface WorkspaceNamespacesTable {
  workspace_id: number;
  cluster_name: string;
  namespace: string;
  auto_created: boolean;
  quota: ColumnType<number | null, number | null | undefined, number | null>;
}
