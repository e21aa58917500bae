-- Changes of tasks and checkpoints, as those of experiments, trials and allocations: from, to, by whom, why. What happened
-- before there were these tables is not known.
create table task_history (
  id         bigint generated always as identity,
  task_id    text collate "C" not null references tasks on delete cascade,
  from_state text collate "C" not null,
  to_state   text collate "C" not null,
  user_id    integer,
  reason     text not null,
  at         timestamptz not null,
  primary key (task_id, id)
);
create table checkpoint_history (
  id            bigint generated always as identity,
  checkpoint_id bigint not null references checkpoints on delete cascade,
  from_state    text collate "C" not null,
  to_state      text collate "C" not null,
  user_id       integer,
  reason        text not null,
  at            timestamptz not null,
  primary key (checkpoint_id, id)
);
