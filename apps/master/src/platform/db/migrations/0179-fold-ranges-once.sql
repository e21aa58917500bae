-- Projects with best trials from before their ranges were kept: something has changed there.
insert into metric_range_changes (project_id, experiment_id)
  select project_id, min(id) from experiments where best_trial_id is not null group by project_id;
