import type { ColumnType, Generated, JSONColumnType } from 'kysely';
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
  start_time: Time;
  end_time: NullableTime;
  /** Days that its logs are kept after its end; null: as the cluster says. */
  log_retention_days: number | null;
  /** Packages that it needs besides those that every task has. */
  environment_id: string | null;
}

export interface AllocationsTable {
  id: string;
  task_id: string;
  state: StoredAllocationState;
  slots: number;
  resource_pool: string;
  backfilled: Generated<boolean>;
  is_ready: Generated<boolean>;
  proxy_address: Generated<string>;
  requested_at: Time;
  start_time: NullableTime;
  end_time: NullableTime;
  preemption_timeout: number;
  preempt: Generated<boolean>;
  preempt_acked: Generated<boolean>;
  preempt_deadline: NullableTime;
  kill_requested: Generated<boolean>;
  waiting_reason: Generated<string>;
  waiting_kind: Generated<string>;
  exit_code: number | null;
  exit_reason: string | null;
  exit_error: boolean | null;
}

/** `task`: its own program; `job`: what the task works for; `machine`: what starts and ends its parts. */
export type ChangingPart = 'user' | 'task' | 'job' | 'queue' | 'machine';

export interface AllocationHistoryTable {
  id: Generated<number>;
  allocation_id: string;
  from_state: StoredAllocationState | null;
  to_state: StoredAllocationState;
  part: ChangingPart;
  user_id: number | null;
  reason: string;
  at: Time;
}

export interface WaitingReasonsTable {
  id: Generated<number>;
  allocation_id: string;
  kind: string;
  reason: string;
  /** Figures of the moment, and jobs by id: not for everybody. */
  facts: JSONColumnType<Record<string, unknown>>;
  at: Time;
}

/** ASSIGNED: decided; STARTING and RUNNING: as its launcher has told. */
export type StoredPlaceState = 'ASSIGNED' | 'STARTING' | 'RUNNING' | 'ENDED';

/** How a part of an allocation ended. `refused`: it can never be started. */
export interface StoredExit {
  cause: 'ended' | 'killed' | 'lost' | 'refused';
  exitCode: number;
  message: string | null;
}

export interface AllocationPlacesTable {
  allocation_id: string;
  rank: number;
  manager: string;
  agent_id: string;
  slot_ids: number[];
  container_id: string;
  address: Generated<string>;
  state: StoredPlaceState;
  daemon: Generated<boolean>;
  kill_requested: Generated<boolean>;
  asked: Generated<boolean>;
  exit: ColumnType<StoredExit | null, string | undefined, string>;
  ended_at: NullableTime;
  give_up_seconds: number | null;
  seen_at: NullableTime;
}

export interface AllocationGatheringsTable {
  id: Generated<number>;
  allocation_id: string;
  kind: 'all-gather' | 'running';
  round: number;
  peer: string;
  data: ColumnType<Record<string, unknown>, string, never>;
}

export interface AllocationAcceleratorsTable {
  allocation_id: string;
  container_id: string;
  node_name: string;
  accelerator_type: string;
  accelerator_uuids: string[];
}
