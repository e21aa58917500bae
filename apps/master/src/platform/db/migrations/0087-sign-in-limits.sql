-- Failed sign-ins, counted for an account, an address, or both, by a hash of its name; known to all masters.
create table sign_in_failures (
  key bytea not null,
  failed_at timestamptz not null
);
create index sign_in_failures_key on sign_in_failures (key, failed_at);
create index sign_in_failures_time on sign_in_failures (failed_at);

-- From where an account has been used: there the failures of others do not count.
create table sign_in_places (
  key bytea primary key,
  used_at timestamptz not null
);
