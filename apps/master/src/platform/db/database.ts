import type { Kysely, Transaction } from 'kysely';
import type {
  AgentsTable,
  ClusterMessagesTable,
  DisabledSlotsTable,
  JobsTable,
  PoolBindingsTable,
} from './tables/cluster-tables.ts';
import type {
  ClusterFactsTable,
  LeaderEpochTable,
  SignInLinksTable,
  UserSessionsTable,
  UserSettingsTable,
  UsersTable,
} from './tables/identity-tables.ts';
import type {
  AllocationAcceleratorsTable,
  AllocationGatheringsTable,
  AllocationHistoryTable,
  AllocationPlacesTable,
  AllocationsTable,
  TasksTable,
  WaitingReasonsTable,
} from './tables/task-tables.ts';

/** Every table by name; the row types stand in `tables/`, one file a group. */
export interface Database {
  cluster_facts: ClusterFactsTable;
  cluster_messages: ClusterMessagesTable;
  jobs: JobsTable;
  agents: AgentsTable;
  disabled_slots: DisabledSlotsTable;
  pool_bindings: PoolBindingsTable;
  users: UsersTable;
  user_sessions: UserSessionsTable;
  sign_in_links: SignInLinksTable;
  user_settings: UserSettingsTable;
  leader_epoch: LeaderEpochTable;
  tasks: TasksTable;
  allocations: AllocationsTable;
  allocation_history: AllocationHistoryTable;
  waiting_reasons: WaitingReasonsTable;
  allocation_places: AllocationPlacesTable;
  allocation_gatherings: AllocationGatheringsTable;
  allocation_accelerators: AllocationAcceleratorsTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
