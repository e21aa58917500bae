import type { Generated } from 'kysely';
import type { LogPolicyAction } from '#platform/config/format/log-policies.ts';
import type { NullableTime } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    task_log_heads: TaskLogHeadsTable;
    task_log_lines: TaskLogLinesTable;
    task_log_chunks: TaskLogChunksTable;
    task_log_offsets: TaskLogOffsetsTable;
    log_policy_matches: LogPolicyMatchesTable;
  }
}

export interface TaskLogHeadsTable {
  task_id: string;
  ordinal: Generated<number>;
  lines: Generated<number>;
}

export interface TaskLogLinesTable {
  task_id: string;
  n: number;
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

export interface TaskLogChunksTable {
  task_id: string;
  first_line: number;
  end_line: number;
  min_time: NullableTime;
  max_time: NullableTime;
  levels: string[];
  sources: string[];
  stdtypes: string[];
  allocation_ids: string[];
  agent_ids: string[];
  container_ids: string[];
  rank_ids: number[];
  unranked: boolean;
  data: Buffer;
  texts: Buffer | null;
  filter: Buffer | null;
}

export interface TaskLogOffsetsTable {
  allocation_id: string;
  task_id: string;
  next_line: number;
}

export interface LogPolicyMatchesTable {
  task_id: string;
  policy: number;
  agent_id: string;
  name: string | null;
  pattern: string;
  action: LogPolicyAction | null;
  line: string;
  last_line: number;
}
