-- Machines as they were last told of by the master that can reach them; every master reads them here.
create table agents (
  id            text collate "C" primary key,
  -- the resource manager that it belongs to
  manager       text collate "C" not null,
  -- which installation starts and stops what runs there; empty: whichever leads (a machine of an engine)
  owner         text collate "C" not null,
  pools         text[] collate "C" not null,
  address       text not null,
  slots         jsonb not null,
  -- why nothing can be started there just now
  unready       text,
  registered_at timestamptz not null default now(),
  seen_at       timestamptz not null default now()
);

-- Where the parts of an allocation run, by rank. Without an agent: an engine has yet to place it.
create table allocation_places (
  allocation_id  text collate "C" not null references allocations on delete cascade,
  rank           integer not null,
  manager        text collate "C" not null,
  agent_id       text collate "C" not null,
  slot_ids       integer[] not null,
  -- what clients call the resources and the container of this part
  container_id   text collate "C" not null,
  address        text not null default '',
  state          text collate "C" not null,
  -- hash of the token with which this part speaks to the masters
  token_hash     bytea unique,
  -- its exit does not count
  daemon         boolean not null default false,
  -- because of its peers; of the whole allocation it stands there
  kill_requested boolean not null default false,
  -- it has asked where its peers are
  asked          boolean not null default false,
  -- how it ended, and when
  exit           jsonb,
  ended_at       timestamptz,
  -- its runner ends it a little before it has reached no master for so long; null: it goes on
  give_up_seconds integer,
  -- when its runner last reached a master, where it has to
  seen_at        timestamptz,
  primary key (allocation_id, rank)
);
create index allocation_places_open on allocation_places (agent_id) where state <> 'ENDED';

-- Peers of an allocation that wait for each other, round after round.
create table allocation_gatherings (
  id            bigint generated always as identity primary key,
  allocation_id text collate "C" not null references allocations on delete cascade,
  kind          text collate "C" not null,
  round         integer not null,
  peer          text collate "C" not null,
  data          jsonb not null,
  unique (allocation_id, kind, peer)
);

-- So far each allocation had one part, on the one machine there was.
insert into allocation_places
  (allocation_id, rank, manager, agent_id, slot_ids, container_id, address, state, token_hash, ended_at)
select id, 0, 'default', agent_id, slot_ids, container_id, '127.0.0.1',
  case when state = 'TERMINATED' then 'ENDED' when state = 'ASSIGNED' then 'STARTING'
    when state = 'PULLING' then 'STARTING' when state = 'STARTING' then 'STARTING' else 'RUNNING' end,
  token_hash, end_time
from allocations where agent_id <> '';

alter table allocations
  drop column agent_id, drop column slot_ids, drop column container_id, drop column token_hash;
