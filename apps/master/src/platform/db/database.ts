import type { Kysely, Transaction } from 'kysely';
import type { CheckpointsTable, StorageBackendsTable, TrialSourceInfosTable } from './tables/checkpoint-tables.ts';
import type {
  AgentsTable,
  ClusterMessagesTable,
  DisabledSlotsTable,
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
  LogPolicyMatchesTable,
  TaskLogChunksTable,
  TaskLogHeadsTable,
  TaskLogLinesTable,
  TaskLogOffsetsTable,
} from './tables/log-tables.ts';
import type {
  MetricChunksTable,
  MetricColumnsTable,
  MetricNamesTable,
  MetricReportsTable,
  MetricRollbacksTable,
  SystemMetricReportsTable,
} from './tables/metric-tables.ts';
import type {
  ProjectsTable,
  ProjectVisitsTable,
  WorkspacePinsTable,
  WorkspacesTable,
} from './tables/organisation-tables.ts';
import type {
  AllocationAcceleratorsTable,
  AllocationGatheringsTable,
  AllocationPlacesTable,
  AllocationsTable,
  TasksTable,
} from './tables/task-tables.ts';
import type {
  ExperimentCountsTable,
  ExperimentModelDefinitionsTable,
  ExperimentsTable,
  StateChangesTable,
  TrialsTable,
} from './tables/training-tables.ts';

/** Every table by name; the row types stand in `tables/`, one file a group. */
export interface Database {
  cluster_facts: ClusterFactsTable;
  cluster_messages: ClusterMessagesTable;
  agents: AgentsTable;
  disabled_slots: DisabledSlotsTable;
  pool_bindings: PoolBindingsTable;
  users: UsersTable;
  user_sessions: UserSessionsTable;
  sign_in_links: SignInLinksTable;
  user_settings: UserSettingsTable;
  project_visits: ProjectVisitsTable;
  workspaces: WorkspacesTable;
  workspace_pins: WorkspacePinsTable;
  projects: ProjectsTable;
  leader_epoch: LeaderEpochTable;
  experiments: ExperimentsTable;
  experiment_counts: ExperimentCountsTable;
  experiment_model_definitions: ExperimentModelDefinitionsTable;
  state_changes: StateChangesTable;
  trials: TrialsTable;
  tasks: TasksTable;
  allocations: AllocationsTable;
  allocation_places: AllocationPlacesTable;
  allocation_gatherings: AllocationGatheringsTable;
  allocation_accelerators: AllocationAcceleratorsTable;
  task_log_heads: TaskLogHeadsTable;
  task_log_lines: TaskLogLinesTable;
  log_policy_matches: LogPolicyMatchesTable;
  task_log_chunks: TaskLogChunksTable;
  task_log_offsets: TaskLogOffsetsTable;
  metric_reports: MetricReportsTable;
  metric_chunks: MetricChunksTable;
  metric_columns: MetricColumnsTable;
  metric_rollbacks: MetricRollbacksTable;
  metric_names: MetricNamesTable;
  system_metric_reports: SystemMetricReportsTable;
  storage_backends: StorageBackendsTable;
  checkpoints: CheckpointsTable;
  trial_source_infos: TrialSourceInfosTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
