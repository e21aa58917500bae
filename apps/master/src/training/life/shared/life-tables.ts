import type { SearcherEvent } from '@determined/searchers/search-method.ts';
import type { ColumnType, Generated } from 'kysely';
import type { NullableTime, Time } from '#platform/db/column-types.ts';
import type { NameSource } from './experiment-names.ts';
import type { StoredConfig } from './whole-config.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    experiments: ExperimentsTable;
    experiment_counts: ExperimentCountsTable;
    label_counts: LabelCountsTable;
    run_counts: RunCountsTable;
    experiment_names: ExperimentNamesTable;
    experiment_words: ExperimentWordsTable;
    name_sets: NameSetsTable;
    searcher_events: SearcherEventsTable;
    searcher_snapshots: SearcherSnapshotsTable;
    state_changes: StateChangesTable;
    trials: TrialsTable;
    trial_tasks: TrialTasksTable;
  }
}

type Json<T extends object | null> = ColumnType<T, string | undefined, string>;

/**
 * Stored states of an experiment, in the order in which lists and filters have them (facts: platform semantics 1.1); what
 * the API shows is derived from it.
 */
export const storedStatesInOrder = [
  'ACTIVE',
  'PAUSED',
  'STOPPING_CANCELED',
  'STOPPING_KILLED',
  'STOPPING_COMPLETED',
  'STOPPING_ERROR',
  'DELETING',
  'CANCELED',
  'COMPLETED',
  'ERROR',
  'DELETE_FAILED',
  'RUNNING',
] as const;
export type StoredExperimentState = (typeof storedStatesInOrder)[number];

/** Stored states of a trial; RUNNING only for unmanaged ones. */
export type StoredTrialState = Exclude<StoredExperimentState, 'DELETING' | 'DELETE_FAILED'>;

export interface ExperimentsTable {
  id: Generated<number>;
  job_id: string;
  owner_id: number;
  project_id: number;
  parent_id: number | null;
  external_id: string | null;
  unmanaged: Generated<boolean>;
  state: StoredExperimentState;
  archived: Generated<boolean>;
  start_time: Time;
  end_time: NullableTime;
  progress: number | null;
  /**
   * The configuration but for what its job holds; what has a column of its own is kept equal by `editExperiment`, but for
   * labels, which `wholeConfig` takes from theirs.
   */
  config: ColumnType<StoredConfig, string, string>;
  original_config: string;
  notes: Generated<string>;
  name: string;
  description: Generated<string>;
  labels: Json<string[]>;
  searcher_type: string;
  searcher_metric: string;
  smaller_is_better: boolean;
  slots_per_trial: number;
  max_restarts: number;
  best_trial_id: number | null;
  /** The best trial's searcher metric; kept by the metric writer. */
  best_value: number | null;
  /** What its trials start from. */
  warm_start_checkpoint_uuid: string | null;
  num_trials: Generated<number>;
  checkpoint_count: Generated<number>;
  checkpoint_size: Generated<number>;
  has_model_definition: Generated<boolean>;
  /** The events of its present search come after this position; not 0 once it was continued. */
  search_begins: Generated<number>;
  /** Packages that its tasks need besides. */
  environment_id: string | null;
}

/** What a searcher decided about one event. */
export interface SearchDecision {
  /** Requests of trials. */
  created: string[];
  stopped: string[];
  end: 'completed' | 'failed' | 'canceled' | null;
}

/** Events that changed the searches of an experiment, from position 1 without gaps. */
export interface SearcherEventsTable {
  experiment_id: number;
  position: number;
  at: Time;
  event: ColumnType<SearcherEvent, string, never>;
  decided: ColumnType<SearchDecision, string, never>;
}

/** The searchers of searches that are not over, every so many events. */
export interface SearcherSnapshotsTable {
  experiment_id: number;
  snapshot: string;
}

/** Kept by triggers of the database. */
export interface ExperimentCountsTable {
  project_id: number;
  archived: boolean;
  owner_id: number;
  /** Those that are in the state DELETING are counted apart. */
  deleting: boolean;
  total: number;
}

/** How many experiments of a project have a label, 0 where none has it any more. Kept by triggers of the database. */
export interface LabelCountsTable {
  project_id: number;
  label: string;
  total: number;
}

/** What an experiment is found by: name and labels. Kept by triggers of the database; the index `experiments_by_words` is over it. */
export interface ExperimentWordsTable {
  experiment_id: number;
  /** In small letters. */
  words: string;
}

/** How many runs a project has is the sum of its rows. Kept by triggers of the database, each in a row that is free. */
export interface RunCountsTable {
  project_id: number;
  stripe: Generated<number>;
  total: number;
}

/** Which names an experiment has of one source and group (`experiment-names.ts`). */
export interface ExperimentNamesTable {
  experiment_id: number;
  /** Follows the experiment when that is moved. */
  project_id: number;
  source: NameSource;
  /** Of metrics; else empty. */
  group_name: string;
  set_id: number;
}

/** Never changed; goes with the last experiment that has it. */
export interface NameSetsTable {
  id: Generated<number>;
  digest: Buffer;
  source: NameSource;
  group_name: string;
  names: string[];
  /** Of each name; one that was seen with several types stands there as often. */
  types: string[];
}

export interface StateChangesTable {
  id: Generated<number>;
  experiment_id: number;
  trial_id: number | null;
  from_state: string;
  to_state: string;
  user_id: number | null;
  reason: string;
  at: Time;
}

export interface TrialsTable {
  id: Generated<number>;
  experiment_id: number;
  request_id: string | null;
  external_id: string | null;
  local_id: Generated<number>;
  state: StoredTrialState;
  archived: Generated<boolean>;
  hparams: Json<Record<string, unknown>>;
  seed: Generated<number>;
  start_time: Time;
  end_time: NullableTime;
  run_id: Generated<number>;
  restarts: Generated<number>;
  runner_state: Generated<string>;
  progress: number | null;
  /** An unmanaged trial's last sign of life but for its reports. */
  last_activity: NullableTime;
  warm_start_checkpoint_uuid: string | null;
  early_exit_reason: string | null;
  checkpoint_count: Generated<number>;
  checkpoint_size: Generated<number>;
  metadata: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
}

/** The tasks of trials, in their order. */
export interface TrialTasksTable {
  task_id: string;
  trial_id: number;
  sequence: Generated<number>;
}
