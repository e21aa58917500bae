-- Log lines as they come; sealed lines move to compressed chunks.

-- One row for each task that has logs. Whoever adds lines updates it first, so lines are numbered without gaps.
create table task_log_heads (
  task_id text collate "C" primary key references tasks on delete cascade,
  -- upper half of its lines' ids
  ordinal bigint generated always as identity,
  -- lines there are
  lines   bigint not null default 0
) with (fillfactor = 60);

create table task_log_lines (
  task_id       text collate "C" not null references tasks on delete cascade,
  n             bigint not null,
  allocation_id text collate "C",
  container_id  text collate "C",
  agent_id      text collate "C",
  rank_id       integer,
  time          timestamptz,
  level         text collate "C",
  source        text collate "C",
  stdtype       text collate "C",
  text          text not null,
  primary key (task_id, n)
);

-- The lines [first_line, end_line) of a task, with what a search can skip them by.
create table task_log_chunks (
  task_id        text collate "C" not null references tasks on delete cascade,
  first_line     bigint not null,
  end_line       bigint not null,
  min_time       timestamptz,
  max_time       timestamptz,
  levels         text[] collate "C" not null,
  sources        text[] collate "C" not null,
  stdtypes       text[] collate "C" not null,
  allocation_ids text[] collate "C" not null,
  agent_ids      text[] collate "C" not null,
  container_ids  text[] collate "C" not null,
  rank_ids       integer[] not null,
  -- some line has no rank
  unranked       boolean not null,
  data           bytea not null,
  primary key (task_id, end_line)
);
alter table task_log_chunks alter column data set storage external;

-- How many lines of an allocation's runner are stored: what it sends again is known by this. No reference to the
-- allocation: its check would wait for whoever changes that row and, by then, waits for the log.
create table task_log_offsets (
  allocation_id text collate "C" primary key,
  task_id       text collate "C" not null references tasks on delete cascade,
  next_line     bigint not null
) with (fillfactor = 60);
create index task_log_offsets_by_task on task_log_offsets (task_id);
