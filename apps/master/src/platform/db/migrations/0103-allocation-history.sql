-- Every change of an allocation's state: from, to, by whom, why. What happened before there was this table is not known.
create table allocation_history (
  id            bigint generated always as identity,
  allocation_id text collate "C" not null references allocations on delete cascade,
  -- null: it was made
  from_state    text collate "C",
  to_state      text collate "C" not null,
  -- which part of the platform did it, or a user; and the user who asked for it, or whose program it is
  part          text collate "C" not null,
  user_id       integer,
  reason        text not null,
  at            timestamptz not null,
  primary key (allocation_id, id)
);
