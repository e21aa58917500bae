-- Roles given to a user or to a group: in the cluster, or on a workspace. Which roles there are stands in the contract.
create table role_assignments (
  id           integer generated always as identity primary key,
  role_id      integer not null,
  user_id      integer references users on delete cascade,
  group_id     integer references groups on delete cascade,
  workspace_id integer references workspaces on delete cascade,
  assigned_at  timestamptz not null default now(),
  check (num_nonnulls(user_id, group_id) = 1),
  unique nulls not distinct (user_id, group_id, workspace_id, role_id)
);
create index role_assignments_by_group on role_assignments (group_id) where group_id is not null;
create index role_assignments_by_workspace on role_assignments (workspace_id) where workspace_id is not null;

-- Whoever administers the cluster now does so with roles in force.
insert into role_assignments (role_id, user_id) select 1, id from users where admin;
