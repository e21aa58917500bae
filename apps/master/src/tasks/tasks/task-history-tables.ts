import type { Generated } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    task_history: TaskHistoryTable;
  }
}

/** A task lives until it is over, and may go on after all. */
export type TaskStep = 'ACTIVE' | 'ENDED';

export interface TaskHistoryTable {
  id: Generated<number>;
  task_id: string;
  from_state: TaskStep;
  to_state: TaskStep;
  user_id: number | null;
  reason: string;
  at: Time;
}
