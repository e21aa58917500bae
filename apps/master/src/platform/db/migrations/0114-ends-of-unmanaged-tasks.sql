-- The task of an unmanaged trial ends with it; until now only those of managed ones did, so logs of the others were never put away.
update tasks k set end_time = t.end_time
  from trial_tasks r join trials t on t.id = r.trial_id
  where r.task_id = k.id and k.end_time is null and t.end_time is not null and t.state in ('COMPLETED', 'CANCELED', 'ERROR');
