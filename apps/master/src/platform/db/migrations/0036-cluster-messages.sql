-- What administrators tell everyone; the newest counts, an old one has an end.
create table cluster_messages (
  id           integer generated always as identity primary key,
  message      text not null,
  start_time   timestamptz not null,
  end_time     timestamptz,
  created_time timestamptz not null default now(),
  created_by   integer not null references users
);
