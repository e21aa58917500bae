import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';
import type { ConfigPolicies, WorkloadType } from './shared/config-policies.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    config_policies: ConfigPoliciesTable;
  }
}

export interface ConfigPoliciesTable {
  /** A workspace's id; 0: the cluster. */
  scope: number;
  workspace_id: GeneratedAlways<number | null>;
  workload_type: WorkloadType;
  policies: ColumnType<ConfigPolicies, string, string>;
  user_id: number;
  updated_at: Time;
}
