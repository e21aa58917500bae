-- Names for what was trained; their versions are checkpoints. The name is that of the whole cluster.
create table models (
  id           integer generated always as identity primary key,
  name         text collate "C" not null unique,
  description  text not null,
  -- as they were given, in this order
  labels       text[] collate "C" not null,
  metadata     jsonb not null,
  notes        text not null,
  archived     boolean not null default false,
  workspace_id integer not null references workspaces,
  user_id      integer not null references users,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
