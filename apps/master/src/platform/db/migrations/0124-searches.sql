-- What happened to a running search, and what its searcher decided: each event that changed it, in order. A searcher is rebuilt
-- from its last snapshot and the events after that, else from its configuration and all of them.
create table searcher_events (
  experiment_id integer not null references experiments on delete cascade,
  -- from 1 without gaps
  position      integer not null,
  at            timestamptz not null,
  event         jsonb not null,
  -- requests of the trials that it created and stopped; how it ended the search
  decided       jsonb not null,
  primary key (experiment_id, position)
);
create table searcher_snapshots (
  experiment_id integer primary key references experiments on delete cascade,
  -- JSON; as text, because the order of keys is kept and nobody asks for a part
  snapshot      text not null
);
insert into searcher_snapshots (experiment_id, snapshot)
  select id, searcher_snapshot::text from experiments where searcher_snapshot is not null;
alter table experiments drop column searcher_snapshot;
