import type { Generated } from 'kysely';
import type { NullableTime } from './identity-tables.ts';

export interface TaskLogLinesTable {
  id: Generated<number>;
  task_id: string;
  allocation_id: string | null;
  container_id: string | null;
  agent_id: string | null;
  rank_id: number | null;
  time: NullableTime;
  level: string | null;
  source: string | null;
  stdtype: string | null;
  text: string;
}
