-- Distinct places where checkpoints are kept; runs/start stores the one in use and checkpoints refer to it.
create table storage_backends (
  id     integer generated always as identity primary key,
  config jsonb not null,
  digest bytea not null unique
);

create table checkpoints (
  id                 bigint generated always as identity primary key,
  uuid               uuid not null unique,
  task_id            text collate "C" not null,
  allocation_id      text collate "C",
  trial_id           integer references trials on delete cascade,
  experiment_id      integer references experiments on delete cascade,
  report_time        timestamptz not null,
  state              text collate "C" not null,
  steps              integer not null,
  -- path → bytes; a folder ends in /
  resources          jsonb not null,
  size               bigint not null,
  metadata           jsonb not null,
  storage_id         integer references storage_backends,
  -- the trial's reports at the same step, kept here by the metric writer
  training_metrics   jsonb,
  validation_metrics jsonb,
  searcher_metric    double precision
);
create index checkpoints_by_trial on checkpoints (trial_id, steps);
-- In the usual order of an experiment's list.
create index checkpoints_by_experiment on checkpoints (experiment_id, trial_id, id);
create index checkpoints_by_task on checkpoints (task_id);

-- Which checkpoint a trial was started from, or is evaluated on (inference, fine tuning).
create table trial_source_infos (
  trial_id        integer not null references trials on delete cascade,
  checkpoint_uuid uuid not null,
  type            text collate "C" not null,
  model_id        integer,
  model_version   integer,
  primary key (trial_id, checkpoint_uuid)
);
create index trial_source_infos_by_checkpoint on trial_source_infos (checkpoint_uuid);
