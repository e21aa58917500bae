-- Which of very many runs are in a state, or began or ended at a time, is read off an index alone. What changes with every report
-- or checkpoint is left out.
create index trials_as_rows on trials (id) include (state, start_time, end_time);
