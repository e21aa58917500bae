-- Metric reports: an append-only tail, sealed in the background into compressed chunks. docs/decisions/0004-metric-storage.md

-- metric_version rises with every stored report: what a master keeps in memory of a trial is good while it is equal.
-- metric_heads: how far each group has come, so that a report knows without a search whether it repeats or rolls back.
alter table trials
  add column metric_version bigint not null default 0,
  add column metric_heads   jsonb not null default '{}';
-- A trial's row is rewritten with each of its reports: room for that on its own page.
alter table trials set (fillfactor = 60);
create index trials_by_searcher_metric on trials (experiment_id, searcher_metric_value_signed, id)
  where searcher_metric_value_signed is not null;

create table metric_reports (
  id            bigint generated always as identity primary key,
  trial_id      integer not null references trials on delete cascade,
  group_name    text collate "C" not null,
  run_id        integer not null,
  steps         integer not null,
  end_time      timestamptz not null,
  -- JSON texts
  metrics       text not null,
  batch_metrics text,
  -- rises when a repeated report adds names to this one
  edits         integer not null default 0
);
create index metric_reports_by_trial on metric_reports (trial_id, group_name, steps);

create table metric_chunks (
  id          bigint generated always as identity primary key,
  trial_id    integer not null references trials on delete cascade,
  group_name  text collate "C" not null,
  first_id    bigint not null,
  last_id     bigint not null,
  row_count   integer not null,
  min_steps   integer not null,
  max_steps   integer not null,
  min_run     integer not null,
  edits       integer not null default 0,
  axis        bytea not null,
  other_names text[] not null,
  others      bytea,
  batches     bytea
);
create index metric_chunks_by_trial on metric_chunks (trial_id, group_name, first_id);

create table metric_columns (
  chunk_id bigint not null references metric_chunks on delete cascade,
  name     text collate "C" not null,
  data     bytea not null,
  rollup   bytea not null,
  primary key (chunk_id, name)
);
-- Compressed already.
alter table metric_chunks alter column axis set storage external, alter column others set storage external,
  alter column batches set storage external;
alter table metric_columns alter column data set storage external, alter column rollup set storage external;

-- A later run went back to `steps`: reports of earlier runs beyond it (or at it, in the same partition) do not count.
create table metric_rollbacks (
  id        bigint generated always as identity primary key,
  trial_id  integer not null references trials on delete cascade,
  run_id    integer not null,
  steps     integer not null,
  partition text collate "C" not null
);
create index metric_rollbacks_by_trial on metric_rollbacks (trial_id);

-- Every name an experiment's trials have reported, with each type it was seen with.
create table metric_names (
  experiment_id integer not null,
  project_id    integer not null,
  group_name    text collate "C" not null,
  name          text collate "C" not null,
  type          text collate "C" not null,
  primary key (experiment_id, group_name, name, type),
  foreign key (experiment_id, project_id) references experiments (id, project_id) on update cascade on delete cascade
);
create index metric_names_by_project on metric_names (project_id, group_name, name, type, experiment_id);

-- Reports of a machine's state (groups gpu, cpu, memory, disk, network): not by step, never rolled back.
create table system_metric_reports (
  id         bigint generated always as identity primary key,
  trial_id   integer not null references trials on delete cascade,
  group_name text collate "C" not null,
  run_id     integer not null,
  steps      integer,
  end_time   timestamptz not null,
  metrics    text not null
);
create index system_metric_reports_by_trial on system_metric_reports (trial_id, group_name, id);
