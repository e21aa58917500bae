import type { LauncherSlot } from '@determined/launchers/launcher.ts';
import type { ColumnType, Generated } from 'kysely';
import type { NullableTime, Time } from '../column-types.ts';

export interface ClusterMessagesTable {
  id: Generated<number>;
  message: string;
  start_time: Time;
  end_time: NullableTime;
  created_time: Time;
  created_by: number;
}

export interface JobsTable {
  id: string;
  kind: string;
  owner_id: number;
  submitted_at: Time;
  priority: number | null;
  weight: Generated<number>;
  max_slots: number | null;
  /** The resource pool that its tasks ask for slots in; empty: nothing of it is started by us. */
  pool: string;
  preemptible: boolean;
  single_agent: boolean;
}

/** Without a pool it serves all of its machine's. */
export type AgentSlot = LauncherSlot & { pool?: string };

export interface AgentsTable {
  id: string;
  manager: string;
  owner: string;
  pools: string[];
  address: string;
  slots: ColumnType<AgentSlot[], string, string>;
  unready: string | null;
  registered_at: Time;
  seen_at: Time;
}

/** A machine (slot -1) or a slot that is switched off. */
export interface DisabledSlotsTable {
  agent_id: string;
  slot_id: number;
  draining: boolean;
}

/** A pool that has any is there for these workspaces only. */
export interface PoolBindingsTable {
  pool_name: string;
  workspace_id: number;
}
