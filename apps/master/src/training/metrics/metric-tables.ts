import type { Generated } from 'kysely';

declare module '#platform/db/database.ts' {
  interface Database {
    metric_reports: MetricReportsTable;
    metric_chunks: MetricChunksTable;
    metric_columns: MetricColumnsTable;
    metric_rollbacks: MetricRollbacksTable;
    metric_names: MetricNamesTable;
    system_metric_reports: SystemMetricReportsTable;
  }
}

export interface MetricReportsTable {
  id: Generated<number>;
  trial_id: number;
  group_name: string;
  run_id: number;
  steps: number;
  end_time: string;
  metrics: string;
  batch_metrics: string | null;
  edits: Generated<number>;
}

export interface MetricChunksTable {
  id: Generated<number>;
  trial_id: number;
  group_name: string;
  first_id: number;
  last_id: number;
  row_count: number;
  min_steps: number;
  max_steps: number;
  min_run: number;
  edits: Generated<number>;
  axis: Buffer;
  other_names: string[];
  others: Buffer | null;
  batches: Buffer | null;
}

export interface MetricColumnsTable {
  chunk_id: number;
  name: string;
  data: Buffer;
  rollup: Buffer;
}

export interface MetricRollbacksTable {
  id: Generated<number>;
  trial_id: number;
  run_id: number;
  steps: number;
  partition: string;
}

export interface MetricNamesTable {
  experiment_id: number;
  project_id: number;
  group_name: string;
  name: string;
  type: string;
}

export interface SystemMetricReportsTable {
  id: Generated<number>;
  trial_id: number;
  group_name: string;
  run_id: number;
  steps: number | null;
  end_time: string;
  metrics: string;
}
