-- A pool with bindings is there for the workspaces it is bound to only.
create table pool_bindings (
  pool_name    text collate "C" not null,
  workspace_id integer not null references workspaces on delete cascade,
  primary key (pool_name, workspace_id)
);
create index pool_bindings_by_workspace on pool_bindings (workspace_id);
