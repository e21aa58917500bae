-- Why allocations waited: a row whenever that became another kind of reason, with the figures of that moment. What
-- allocations waited for before there was this table is not known, but for what they wait for now.
alter table allocations add column waiting_kind text collate "C" not null default '';

create table waiting_reasons (
  id            bigint generated always as identity,
  allocation_id text collate "C" not null references allocations on delete cascade,
  -- as the scheduler tells them apart; not-ready: what would start it cannot
  kind          text collate "C" not null,
  -- in words
  reason        text not null,
  -- the figures, and the jobs by id
  facts         jsonb not null,
  at            timestamptz not null,
  primary key (allocation_id, id)
);
