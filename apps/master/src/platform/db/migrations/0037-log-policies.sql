-- What the log policies of a task's configuration have matched: for each policy the first line on each agent.
create table log_policy_matches (
  task_id   text collate "C" not null references tasks on delete cascade,
  -- its place in the configuration's list
  policy    integer not null,
  agent_id  text collate "C" not null,
  name      text,
  pattern   text not null,
  action    text collate "C",
  line      text not null,
  -- number of the latest line that matched
  last_line bigint not null,
  primary key (task_id, policy, agent_id)
);
