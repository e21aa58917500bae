-- What was deleted through a receipt stays whole until then, and can be taken back to what it was.
alter table experiment_deletions
  add column held_until timestamptz,
  add column held_state text,
  add column held_error text;
alter table run_deletions add column held_until timestamptz;

-- One act on many things: what was chosen, frozen, what was done to each, and who asked for it.
create table receipts (
  id            uuid primary key default gen_random_uuid(),
  -- 'experiment' or 'run'
  kind          text not null,
  act           text not null,
  -- what the act needs to know: a destination, days, labels
  given         jsonb not null,
  -- how the things were chosen, for people
  asked         jsonb not null,
  -- where they were chosen; null: in several places
  project_id    integer,
  -- the receipt that this one takes back
  undoes        uuid references receipts on delete set null,
  user_id       integer not null,
  -- how he had proved who he is, for the log of who changed what
  session       jsonb not null,
  request_id    text not null,
  address       text not null,
  state         text not null default 'previewed',
  -- no further batch is begun
  stopping      boolean not null default false,
  previewed_at  timestamptz not null,
  executed_at   timestamptz,
  ended_at      timestamptz,
  -- until then it can be taken back; null: it can not
  undo_until    timestamptz,
  -- what the preview says of the whole
  summary       jsonb not null default '{}',
  total         integer not null default 0,
  waiting       integer not null default 0,
  done          integer not null default 0,
  failed        integer not null default 0,
  nothing       integer not null default 0,
  refused       integer not null default 0
);
create index receipts_by_user on receipts (user_id, previewed_at desc);
create index receipts_by_time on receipts (previewed_at desc);
create index receipts_running on receipts (executed_at) where state = 'running';
create index receipts_undoing on receipts (undoes) where undoes is not null;

create table receipt_items (
  receipt_id  uuid not null references receipts on delete cascade,
  item_id     integer not null,
  -- what it was when it was chosen
  name        text not null,
  state       text not null,
  owner_id    integer not null,
  project_id  integer not null,
  -- 'waiting' (it would be acted on), 'done', 'failed', 'nothing', 'refused'
  result      text not null,
  -- why
  reason      text not null default '',
  -- what takes it back
  was         jsonb,
  -- what the act needs to know of this one alone
  given       jsonb,
  primary key (receipt_id, item_id)
);
create index receipt_items_by_result on receipt_items (receipt_id, result, item_id);
create index receipt_items_by_item on receipt_items (item_id);
