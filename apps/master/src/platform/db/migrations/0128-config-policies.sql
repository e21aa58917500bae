-- What is set, and what is allowed, for all work of the cluster (scope 0) or of a workspace (its id).
create table config_policies (
  scope         integer not null,
  workspace_id  integer generated always as (nullif(scope, 0)) stored references workspaces,
  workload_type text collate "C" not null check (workload_type in ('EXPERIMENT', 'NTSC')),
  -- invariant_config and constraints, each where it is given
  policies      jsonb not null,
  user_id       integer not null references users,
  updated_at    timestamptz not null default now(),
  primary key (scope, workload_type)
);
