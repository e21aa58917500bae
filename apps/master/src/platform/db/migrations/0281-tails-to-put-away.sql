-- The tails of logs that are long enough to be put away: each has a line that this knows.
create index task_log_lines_to_put_away on task_log_lines (task_id) where n % 8 = 7;
