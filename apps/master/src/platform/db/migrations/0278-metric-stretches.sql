-- Sixteen full chunks of a series, one after the other: what a curve of a hundred thousand reports is drawn from. Of the first chunks
-- of a series, without a gap; what changes a report in them takes away theirs and all later ones. docs/decisions/0004-metric-storage.md
create table metric_stretches (
  id         bigint generated always as identity primary key,
  -- Who writes a row holds that one's.
  trial_id   integer not null references trial_metrics on delete cascade,
  group_name text collate "C" not null,
  last_id    bigint not null,
  row_count  integer not null,
  min_steps  integer not null,
  max_steps  integer not null,
  unique (trial_id, group_name, last_id)
);
create table metric_stretch_columns (
  stretch_id bigint not null references metric_stretches on delete cascade,
  name       text collate "C" not null,
  rollup     bytea not null,
  primary key (stretch_id, name)
);
alter table metric_stretch_columns alter column rollup set storage external;
