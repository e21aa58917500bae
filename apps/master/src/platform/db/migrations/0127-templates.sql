-- Parts of configurations that experiments and tasks may name. The name is that of the whole cluster.
create table templates (
  id           integer generated always as identity primary key,
  name         text collate "C" not null unique,
  config       jsonb not null,
  workspace_id integer not null references workspaces,
  -- who made it, and when it was last other
  user_id      integer not null references users,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
