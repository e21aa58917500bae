-- Packages that tasks need beside those that every task has: made on the machines, before a task is given slots there.
create table task_environments (
  -- of the lines and the index
  id           text collate "C" primary key,
  requirements text[] not null,
  -- with its login, if it needs one; null: as pip is set up on the machine
  index_url    text,
  created_at   timestamptz not null default now()
);

create table environment_makings (
  environment_id text collate "C" not null references task_environments on delete cascade,
  -- an agent, or the resource manager that is an engine
  place          text collate "C" not null,
  state          text collate "C" not null check (state in ('MAKING', 'READY', 'FAILED')),
  -- what is done just now, or why it failed
  told           text not null default '',
  -- the master that makes it, as long as it is heard of
  master_id      text collate "C" not null,
  seen_at        timestamptz not null default now(),
  primary key (environment_id, place)
);

alter table tasks add column environment_id text collate "C" references task_environments;
alter table experiments add column environment_id text collate "C" references task_environments;
create index on tasks (environment_id) where environment_id is not null;
