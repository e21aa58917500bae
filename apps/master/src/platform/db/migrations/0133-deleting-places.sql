-- Projects and workspaces that hold experiments are deleted in the background, those first.
alter table projects
  add deletion_requested_at timestamptz,
  add deletion_requested_by integer references users,
  add constraint projects_state check (state in ('UNSPECIFIED', 'DELETING', 'DELETE_FAILED'));
alter table workspaces
  add deletion_requested_at timestamptz,
  add deletion_requested_by integer references users,
  add constraint workspaces_state check (state in ('UNSPECIFIED', 'DELETING', 'DELETE_FAILED'));
