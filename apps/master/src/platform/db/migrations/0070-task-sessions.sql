-- Sessions in a task's environment belong to an allocation and end with it; every session keeps why it ended.

alter table user_sessions
  -- of sessions in a task's environment: the allocation they end with, and what they may reach without their owner's rights
  add column allocation_id text collate "C",
  add column task jsonb,
  add column end_cause text not null default '';
alter table user_sessions drop constraint user_sessions_kind_check;
alter table user_sessions add constraint user_sessions_kind_check
  check (kind in ('user', 'access_token', 'task', 'allocation') and (task is null or kind in ('task', 'allocation')));
create index user_sessions_by_allocation on user_sessions (allocation_id) where allocation_id is not null;

update user_sessions set end_cause = 'revoked' where revoked_at is not null;
-- These had all rights of their owners and belonged to no task that could be told.
update user_sessions set revoked_at = now(), end_cause = 'was not bound to its task' where kind = 'task' and revoked_at is null;
