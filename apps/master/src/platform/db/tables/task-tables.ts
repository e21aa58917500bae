import type { Generated } from 'kysely';
import type { NullableTime, Time } from '../column-types.ts';

export type StoredAllocationState =
  | 'PENDING'
  | 'ASSIGNED'
  | 'PULLING'
  | 'STARTING'
  | 'RUNNING'
  | 'WAITING'
  | 'TERMINATING'
  | 'TERMINATED';

export interface TasksTable {
  id: string;
  type: string;
  job_id: string | null;
  trial_id: number | null;
  sequence: Generated<number>;
  start_time: Time;
  end_time: NullableTime;
}

export interface AllocationsTable {
  id: string;
  task_id: string;
  state: StoredAllocationState;
  slots: number;
  slot_ids: Generated<number[]>;
  agent_id: Generated<string>;
  container_id: Generated<string>;
  resource_pool: string;
  backfilled: Generated<boolean>;
  is_ready: Generated<boolean>;
  proxy_address: Generated<string>;
  token_hash: Buffer | null;
  requested_at: Time;
  start_time: NullableTime;
  end_time: NullableTime;
  preemption_timeout: number;
  preempt: Generated<boolean>;
  preempt_acked: Generated<boolean>;
  preempt_deadline: NullableTime;
  kill_requested: Generated<boolean>;
  waiting_reason: Generated<string>;
  exit_code: number | null;
  exit_reason: string | null;
  exit_error: boolean | null;
}

export interface AllocationAcceleratorsTable {
  allocation_id: string;
  container_id: string;
  node_name: string;
  accelerator_type: string;
  accelerator_uuids: string[];
}
