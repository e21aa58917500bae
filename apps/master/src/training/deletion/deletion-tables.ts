import type { Generated } from 'kysely';
import type { NullableTime, Time } from '#platform/db/column-types.ts';
import type { StoredExperimentState } from '../life/shared/life-tables.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    experiment_deletions: ExperimentDeletionsTable;
  }
}

export interface ExperimentDeletionsTable {
  experiment_id: number;
  requested_at: Time;
  requested_by: number | null;
  /** The tasks that delete its files have been asked for. */
  planned: Generated<boolean>;
  /** Why it failed; null while it is under way. */
  error: string | null;
  /** Until then nothing of it goes, and it can be taken back. */
  held_until: NullableTime;
  /** What it was before, with why its deletion had failed once. */
  held_state: Generated<StoredExperimentState | null>;
  held_error: Generated<string | null>;
}
