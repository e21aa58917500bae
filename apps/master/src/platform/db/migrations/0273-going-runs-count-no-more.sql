-- Runs that are being deleted are counted no more from when that is asked for, not from when they are gone.
update experiments e set num_trials = e.num_trials - d.going from (
  select t.experiment_id, count(*) as going from run_deletions d join trials t on t.id = d.trial_id
  where d.error is null group by 1) d
where e.id = d.experiment_id;
