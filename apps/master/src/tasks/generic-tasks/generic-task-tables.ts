import type { StoredGenericTaskState } from '@determined/contract/tasks/generic-task-rules.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { Time } from '#platform/db/column-types.ts';
import type { StoredSettings } from './generic-task-config.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    generic_task_contexts: GenericTaskContextsTable;
    generic_tasks: GenericTasksTable;
    generic_task_history: GenericTaskHistoryTable;
  }
}

export interface GenericTaskContextsTable {
  /** SHA-256 of the archive. */
  hash: string;
  /** tar.gz. */
  archive: Buffer;
}

export interface GenericTasksTable {
  task_id: string;
  project_id: number;
  parent_id: string | null;
  /** Only told: it may be gone. */
  forked_from: string | null;
  state: StoredGenericTaskState;
  no_pause: boolean | null;
  config: ColumnType<JsonObject, string, never>;
  settings: JSONColumnType<StoredSettings>;
  context_hash: string | null;
  runs: Generated<number>;
}

export interface GenericTaskHistoryTable {
  id: Generated<number>;
  task_id: string;
  from_state: StoredGenericTaskState | null;
  to_state: StoredGenericTaskState;
  user_id: number | null;
  reason: string;
  at: Time;
}
