-- What a task that runs speaks with is a session like any other (see 0070).

insert into user_sessions (user_id, token_hash, kind, expires_at, allocation_id, task)
  select e.owner_id, p.token_hash, 'allocation', '9999-12-31T00:00:00Z', a.id,
    jsonb_build_object('allocationId', a.id, 'taskId', t.id,
      'of', jsonb_build_object('kind', 'experiment', 'id', e.id::text),
      'own', jsonb_build_array(
        jsonb_build_object('kind', 'trial', 'id', t.trial_id::text), jsonb_build_object('kind', 'run', 'id', t.trial_id::text)))
    from allocation_places p join allocations a on a.id = p.allocation_id join tasks t on t.id = a.task_id
      join experiments e on e.job_id = t.job_id
    where p.token_hash is not null and a.state <> 'TERMINATED';

alter table allocation_places drop column token_hash;
