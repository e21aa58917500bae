-- How often what was read of a trial's curves stopped being a part of what there is: a rollback, a value added to a stored
-- report, a report at an earlier step than the last. Else reports are only ever added beyond the furthest step.
create table metric_resets (
  trial_id integer primary key references trials on delete cascade,
  count    integer not null
);
