-- Work that deletes files of checkpoints. It runs as tasks of their own, with the client's code for each kind of storage.

-- An experiment's policy has to be applied to its checkpoints. Written with what asks for it, gone with the tasks that do it.
create table checkpoint_gc_wishes (
  experiment_id integer primary key references experiments on delete cascade
);

create table checkpoint_gc_tasks (
  task_id       text collate "C" primary key references tasks on delete cascade,
  experiment_id integer not null references experiments on delete cascade,
  -- what it is done for: the experiment's policy, chosen checkpoints, TensorBoard files, the end of the experiment itself
  purpose       text collate "C" not null check (purpose in ('policy', 'checkpoints', 'tensorboard', 'experiment')),
  -- where the files are; null: where the experiment's configuration says
  storage_id    integer references storage_backends,
  uuids         uuid[] not null,
  -- which files of each; none: only look again which there are
  globs         text[] not null,
  tensorboards  boolean not null,
  -- how often it was started
  attempts      integer not null default 1,
  ended_at      timestamptz,
  -- why it was given up
  error         text
);
create index checkpoint_gc_tasks_by_experiment on checkpoint_gc_tasks (experiment_id);
-- Which trials start from a checkpoint: it is kept for them.
create index trials_by_warm_start on trials (warm_start_checkpoint_uuid) where warm_start_checkpoint_uuid is not null;
