import type { ColumnType, Generated } from 'kysely';
import type { NullableTime } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    checkpoint_gc_wishes: CheckpointGcWishesTable;
    checkpoint_gc_tasks: CheckpointGcTasksTable;
  }
}

/** What files are deleted for. `experiment`: it is being deleted. */
export type GcPurpose = 'policy' | 'checkpoints' | 'tensorboard' | 'experiment';

export interface CheckpointGcWishesTable {
  experiment_id: number;
}

export interface CheckpointGcTasksTable {
  task_id: string;
  experiment_id: number;
  purpose: GcPurpose;
  /** Null: where the experiment's configuration says. */
  storage_id: number | null;
  uuids: ColumnType<string[], readonly string[], never>;
  globs: ColumnType<string[], readonly string[], never>;
  tensorboards: boolean;
  attempts: Generated<number>;
  ended_at: NullableTime;
  error: string | null;
}
