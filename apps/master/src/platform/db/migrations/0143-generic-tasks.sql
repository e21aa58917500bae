-- Work of people that is no experiment: a program with its files, in a project, paused and gone on with under one task.

-- Files of generic tasks, once each: forks and children take those of others.
create table generic_task_contexts (
  -- SHA-256 of the archive
  hash    text collate "C" primary key,
  -- tar.gz
  archive bytea not null
);
alter table generic_task_contexts alter column archive set storage external;

create table generic_tasks (
  task_id      text collate "C" primary key references tasks on delete cascade,
  project_id   integer not null references projects,
  parent_id    text collate "C" references generic_tasks on delete set null,
  -- only told: it may be gone
  forked_from  text collate "C",
  state        text collate "C" not null,
  -- null: nothing was said
  no_pause     boolean,
  -- as it was asked for, forks with what they have of their original
  config       jsonb not null,
  -- the same with everything that was not said; priority, weight and pool stand in its job
  settings     jsonb not null,
  context_hash text collate "C" references generic_task_contexts,
  -- how often it was put into the queue; allocations are numbered by it
  runs         integer not null default 0
);
create index generic_tasks_by_project on generic_tasks (project_id);
create index generic_tasks_by_parent on generic_tasks (parent_id);
create index generic_tasks_by_context on generic_tasks (context_hash);

create table generic_task_history (
  id         bigint generated always as identity primary key,
  task_id    text collate "C" not null references generic_tasks on delete cascade,
  from_state text collate "C",
  to_state   text collate "C" not null,
  -- null: the task itself, or its machine
  user_id    integer references users,
  reason     text not null,
  at         timestamptz not null
);
create index generic_task_history_by_task on generic_task_history (task_id, id);
