-- Lists of all projects by their start, either way.
create index experiments_by_start on experiments (start_time, id);
