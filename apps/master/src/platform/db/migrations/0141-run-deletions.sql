-- Single runs of a search that are being deleted, or could not be.
create table run_deletions (
  trial_id     integer primary key references trials on delete cascade,
  requested_at timestamptz not null,
  requested_by integer,
  -- the tasks that delete its files have been asked for
  planned      boolean not null default false,
  -- why it failed; null while it is under way
  error        text
);
