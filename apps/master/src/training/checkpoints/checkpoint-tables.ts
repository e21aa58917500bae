import type { ColumnType, Generated } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    storage_backends: StorageBackendsTable;
    checkpoints: CheckpointsTable;
    checkpoint_history: CheckpointHistoryTable;
    trial_source_infos: TrialSourceInfosTable;
  }
}

type Json<T> = ColumnType<T, string, string>;
type NullableJson = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;

export type StoredCheckpointState = 'ACTIVE' | 'COMPLETED' | 'ERROR' | 'DELETED' | 'PARTIALLY_DELETED';

export interface StorageBackendsTable {
  id: Generated<number>;
  config: Json<Record<string, unknown>>;
  digest: Buffer;
}

export interface CheckpointsTable {
  id: Generated<number>;
  uuid: string;
  task_id: string;
  allocation_id: string | null;
  trial_id: number | null;
  experiment_id: number | null;
  report_time: Time;
  state: StoredCheckpointState;
  steps: number;
  resources: Json<Record<string, number>>;
  size: number;
  metadata: Json<Record<string, unknown>>;
  storage_id: number | null;
  training_metrics: NullableJson;
  validation_metrics: NullableJson;
  searcher_metric: number | null;
}

export interface CheckpointHistoryTable {
  id: Generated<number>;
  checkpoint_id: number;
  from_state: StoredCheckpointState;
  to_state: StoredCheckpointState;
  user_id: number | null;
  reason: string;
  at: Time;
}

export interface TrialSourceInfosTable {
  trial_id: number;
  checkpoint_uuid: string;
  type: string;
  model_id: number | null;
  model_version: number | null;
}
