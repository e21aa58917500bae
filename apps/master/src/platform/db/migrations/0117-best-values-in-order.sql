-- A page of a project's experiments by best value, either way round; those without a value come last both times.
drop index experiments_by_best_value;
create index experiments_by_best_value on experiments (project_id, best_value, id desc) include (archived, state);
create index experiments_by_best_value_down on experiments (project_id, best_value desc nulls last, id desc) include (archived, state);
