import type { NullableTime } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    run_metadata: RunMetadataTable;
  }
}

/** The values in the metadata of runs; `trials.metadata` is what they were made of. */
export interface RunMetadataTable {
  trial_id: number;
  project_id: number;
  key: string;
  kind: string;
  value: string;
  time: NullableTime;
}
