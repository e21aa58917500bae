-- Log lines as they come; sealed lines move to compressed chunks.
create table task_log_lines (
  id            bigint generated always as identity primary key,
  task_id       text collate "C" not null references tasks on delete cascade,
  allocation_id text collate "C",
  container_id  text collate "C",
  agent_id      text collate "C",
  rank_id       integer,
  time          timestamptz,
  level         text collate "C",
  source        text collate "C",
  stdtype       text collate "C",
  text          text not null
);
create index task_log_lines_by_task on task_log_lines (task_id, id);
