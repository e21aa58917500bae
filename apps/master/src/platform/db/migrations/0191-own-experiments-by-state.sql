-- Home shows somebody's own: what goes on, what failed since yesterday, what ended last.
create index experiments_own_open on experiments (owner_id, start_time desc, id desc)
  where state not in ('COMPLETED', 'CANCELED', 'ERROR', 'DELETING');
create index experiments_own_ended on experiments (owner_id, end_time desc nulls last, id desc) include (state)
  where state in ('COMPLETED', 'CANCELED', 'ERROR');
drop index experiments_by_owner;
