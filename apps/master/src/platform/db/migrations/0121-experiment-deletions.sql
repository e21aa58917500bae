-- Experiments that are being deleted, or could not be. The state of the experiment says that it is; this, how far it has come.
create table experiment_deletions (
  experiment_id integer primary key references experiments on delete cascade,
  requested_at  timestamptz not null,
  requested_by  integer,
  -- the tasks that delete its files have been asked for
  planned       boolean not null default false,
  -- why it failed; null while it is under way
  error         text
);

-- What is being deleted counts no more.
create or replace function count_experiments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into experiment_counts as c
      select project_id, archived, count(*) from added where state <> 'DELETING' group by 1, 2 order by 1, 2
      on conflict (project_id, archived) do update set total = c.total + excluded.total;
  elsif tg_op = 'DELETE' then
    update experiment_counts c set total = c.total - gone.total
      from (select project_id, archived, count(*) as total from removed where state <> 'DELETING' group by 1, 2) gone
      where c.project_id = gone.project_id and c.archived = gone.archived;
  else
    -- Always in this order, so that two moves in opposite directions cannot wait for each other.
    insert into experiment_counts as c
      select project_id, archived, sum(change) from (values
        (old.project_id, old.archived, case old.state when 'DELETING' then 0 else -1 end),
        (new.project_id, new.archived, case new.state when 'DELETING' then 0 else 1 end)) as v (project_id, archived, change)
      group by 1, 2 order by 1, 2
      on conflict (project_id, archived) do update set total = c.total + excluded.total;
  end if;
  return null;
end $$;
drop trigger experiments_moved on experiments;
create trigger experiments_moved after update on experiments for each row
  when ((old.project_id, old.archived, old.state = 'DELETING') is distinct from (new.project_id, new.archived, new.state = 'DELETING'))
  execute function count_experiments();
