-- Who changed what. Rows are only ever added: the names are those of the moment, and nothing here refers to rows that may go.
create table audit_entries (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default now(),
  -- Null: nobody was signed in.
  user_id      integer,
  username     text not null collate "C",
  session_kind text not null,
  action       text not null,
  kind         text not null collate "C",
  thing_id     text not null collate "C",
  thing_name   text not null collate "C",
  before       jsonb not null default '{}',
  after        jsonb not null default '{}',
  request_id   text not null,
  address      text not null
);
create index audit_entries_by_user on audit_entries (user_id, id);
create index audit_entries_by_thing on audit_entries (kind, thing_id, id);

create function audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are neither changed nor deleted';
end $$;
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function audit_is_kept();

-- What lets its owner tell a session from another. The provider's token is its answer to who signed in, sent back to it at sign-out.
alter table user_sessions
  add column address        text not null default '',
  add column client         text not null default '',
  add column last_used_at   timestamptz,
  add column provider_token text;
