-- A task knows its job and nothing of what it is for: which trial a task belongs to, training knows.

create table trial_tasks (
  task_id  text collate "C" primary key references tasks on delete cascade,
  trial_id integer not null references trials on delete cascade,
  -- order of a trial's tasks (a continued trial has several)
  sequence integer not null default 0
);
insert into trial_tasks (task_id, trial_id, sequence) select id, trial_id, sequence from tasks where trial_id is not null;
create index trial_tasks_by_trial on trial_tasks (trial_id, sequence);

-- Days that a task's logs are kept after its end, of any kind of task; null: as the cluster says.
alter table tasks add column log_retention_days integer;
update tasks k set log_retention_days = r.log_retention_days from trials r
  where r.id = k.trial_id and r.log_retention_days is not null;
alter table trials drop column log_retention_days;
alter table tasks drop column trial_id, drop column sequence;
