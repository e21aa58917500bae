import type { Generated } from 'kysely';
import type { NullableTime, Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    run_deletions: RunDeletionsTable;
  }
}

interface RunDeletionsTable {
  trial_id: number;
  requested_at: Time;
  requested_by: number | null;
  /** The tasks that delete its files have been asked for. */
  planned: Generated<boolean>;
  /** Why it failed; null while it is under way. */
  error: string | null;
  /** Until then nothing of it goes, and it can be taken back. */
  held_until: NullableTime;
}
