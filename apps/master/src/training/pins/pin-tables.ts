import type { Generated } from 'kysely';
import type { NullableTime, Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    pins: PinsTable;
  }
}

export interface PinsTable {
  id: Generated<number>;
  trial_id: number;
  group_name: string;
  metric_name: string;
  batches: number;
  text: string;
  version: Generated<number>;
  author_id: number;
  created_at: Time;
  edited_at: NullableTime;
}
