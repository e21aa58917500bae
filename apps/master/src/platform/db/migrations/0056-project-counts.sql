-- Counts and the latest start of a project's experiments, read from the index alone.
create index experiments_by_project_start on experiments (project_id, start_time desc) include (state, num_trials);
