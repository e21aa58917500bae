import type { ColumnType, Generated } from 'kysely';
import type { NullableTime } from '#platform/db/column-types.ts';
import type { StoredRanges } from './shared/ranges/fold-ranges.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    trial_metrics: TrialMetricsTable;
    metric_reports: MetricReportsTable;
    metric_chunks: MetricChunksTable;
    metric_columns: MetricColumnsTable;
    metric_stretches: MetricStretchesTable;
    metric_stretch_columns: MetricStretchColumnsTable;
    metric_resets: MetricResetsTable;
    metric_rollbacks: MetricRollbacksTable;
    metric_range_trees: MetricRangeTreesTable;
    metric_range_members: MetricRangeMembersTable;
    metric_range_blocks: MetricRangeBlocksTable;
    metric_range_changes: MetricRangeChangesTable;
  }
}

type Json<T> = ColumnType<T, string | undefined, string>;

/** One for each trial; the database makes it with the trial. */
export interface TrialMetricsTable {
  trial_id: number;
  experiment_id: number;
  /** Follows the experiment when that is moved. */
  project_id: number;
  version: Generated<number>;
  heads: Json<Record<string, [run: number, max: number | null, olderMax: number | null, last: number]>>;
  total_batches: Generated<number>;
  /** This and the validations are written by name, as they are shown, and read as text. */
  summary_metrics: Json<Record<string, unknown>>;
  best_validation: Json<Record<string, unknown> | null>;
  latest_validation: Json<Record<string, unknown> | null>;
  searcher_metric_value: number | null;
  /** The smaller the better. */
  searcher_metric_value_signed: number | null;
  reported_at: NullableTime;
  /** Whether the ranges of its project know its summary. */
  in_ranges: Generated<boolean>;
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
  /** null in chunks of older versions, which hold nothing of a machine's state. */
  first_time: NullableTime;
  last_time: NullableTime;
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

/** Full chunks that stand one after the other. */
export interface MetricStretchesTable {
  id: Generated<number>;
  trial_id: number;
  group_name: string;
  /** Of its last report; the next stretch begins behind it. */
  last_id: number;
  row_count: number;
  min_steps: number;
  max_steps: number;
}

export interface MetricStretchColumnsTable {
  stretch_id: number;
  name: string;
  rollup: Buffer;
}

export interface MetricResetsTable {
  trial_id: number;
  count: number;
}

export interface MetricRollbacksTable {
  id: Generated<number>;
  trial_id: number;
  run_id: number;
  steps: number;
  partition: string;
}

export interface MetricRangeTreesTable {
  project_id: number;
  /** Places that were given to experiments. */
  given: Generated<number>;
}

export interface MetricRangeMembersTable {
  project_id: number;
  experiment_id: number;
  leaf: number;
}

export interface MetricRangeBlocksTable {
  project_id: number;
  /** 0: leaves. */
  level: number;
  number: number;
  ranges: ColumnType<StoredRanges, string, string>;
}

/** Written by triggers of the database. */
export interface MetricRangeChangesTable {
  project_id: number;
  experiment_id: number;
}
