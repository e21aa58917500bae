-- What a workspace has on each Kubernetes cluster that is not the cluster's default, and how much it may use of it.
create table workspace_namespaces (
  workspace_id integer not null references workspaces on delete cascade,
  cluster_name text not null collate "C",
  namespace    text not null collate "C",
  auto_created boolean not null,
  -- Slots; null: as many as there are.
  quota        integer check (quota >= 0),
  primary key (workspace_id, cluster_name)
);
