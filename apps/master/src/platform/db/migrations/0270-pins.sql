-- Notes on steps of curves: of a run, a metric and a step. They go with the run.
create table pins (
  id integer generated always as identity primary key,
  trial_id integer not null references trials on delete cascade,
  group_name text collate "C" not null,
  metric_name text collate "C" not null,
  batches integer not null,
  text text not null,
  -- Counts the texts: who edits one names the one that he has read.
  version integer not null default 1,
  author_id integer not null references users,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index pins_by_trial on pins (trial_id, batches);
