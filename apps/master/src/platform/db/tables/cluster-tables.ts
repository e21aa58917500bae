import type { Generated } from 'kysely';
import type { NullableTime, Time } from './identity-tables.ts';

export interface ClusterMessagesTable {
  id: Generated<number>;
  message: string;
  start_time: Time;
  end_time: NullableTime;
  created_time: Time;
  created_by: number;
}
