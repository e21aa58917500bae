-- Tasks and their allocations. A trial's task keeps its id over restarts; each start is an allocation.

create table tasks (
  id         text collate "C" primary key,
  type       text collate "C" not null,
  job_id     text collate "C",
  trial_id   integer references trials on delete cascade,
  -- order of a trial's tasks (a continued trial has several)
  sequence   integer not null default 0,
  start_time timestamptz not null default now(),
  end_time   timestamptz
);
create index tasks_by_trial on tasks (trial_id, sequence) where trial_id is not null;
create index tasks_by_job on tasks (job_id);

create table allocations (
  id              text collate "C" primary key,
  task_id         text collate "C" not null references tasks on delete cascade,
  state           text collate "C" not null,
  slots           integer not null,
  slot_ids        integer[] not null default '{}',
  agent_id        text collate "C" not null default '',
  container_id    text collate "C" not null default '',
  resource_pool   text collate "C" not null,
  backfilled      boolean not null default false,
  is_ready        boolean not null default false,
  proxy_address   text not null default '',
  -- hash of the token with which the task speaks to the master
  token_hash      bytea unique,
  -- the clock, not the transaction: of several made at once the first made comes first
  requested_at    timestamptz not null default clock_timestamp(),
  start_time      timestamptz,
  end_time        timestamptz,
  -- seconds that it is given to save its work when it is asked to stop
  preemption_timeout integer not null,
  preempt         boolean not null default false,
  preempt_acked   boolean not null default false,
  preempt_deadline timestamptz,
  kill_requested  boolean not null default false,
  waiting_reason  text not null default '',
  exit_code       integer,
  exit_reason     text,
  exit_error      boolean
);
create index allocations_by_task on allocations (task_id);
create index allocations_open on allocations (state) where state <> 'TERMINATED';

create table allocation_accelerators (
  allocation_id     text collate "C" not null references allocations on delete cascade,
  container_id      text collate "C" not null,
  node_name         text not null,
  accelerator_type  text not null,
  accelerator_uuids text[] not null,
  primary key (allocation_id, container_id, node_name, accelerator_type, accelerator_uuids)
);
