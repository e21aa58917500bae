-- Which experiments very many runs are of, and what these are called, is read off indexes alone.
alter table run_metadata drop constraint run_metadata_project_id_trial_id_fkey;
alter table trial_metrics
  drop constraint trial_metrics_project_id_trial_id_key,
  add unique (project_id, trial_id) include (experiment_id);
alter table run_metadata
  add foreign key (project_id, trial_id) references trial_metrics (project_id, trial_id) on update cascade on delete cascade;

alter table experiments
  drop constraint experiments_id_project_id_key,
  add constraint experiments_id_project_id_key unique (id, project_id) include (name);
comment on constraint experiments_id_project_id_key on experiments is
  'nothing refers to it, but a move has to change a key: so it waits for who enters a row with the project, and they for it';

-- Anew: of indexes that would do as well, the one that was made last is taken.
drop index trial_metrics_loose;
create index trial_metrics_loose on trial_metrics (project_id, trial_id) where not packed;
drop index trial_metrics_not_in_ranges;
create index trial_metrics_not_in_ranges on trial_metrics (project_id) where not in_ranges;
