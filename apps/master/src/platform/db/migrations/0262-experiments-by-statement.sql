-- What follows from a change of experiments follows once for all that a statement changes: row by row, an act on thousands of
-- them wrote the same few counts thousands of times.

create or replace function count_experiments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into experiment_counts as c (project_id, archived, owner_id, deleting, total)
      select project_id, archived, owner_id, state = 'DELETING', count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (project_id, archived, owner_id, deleting) do update set total = c.total + excluded.total;
  else
    update experiment_counts c set total = c.total - gone.total
      from (select project_id, archived, owner_id, state = 'DELETING' as deleting, count(*) as total
            from removed group by 1, 2, 3, 4) gone
      where (c.project_id, c.archived, c.owner_id, c.deleting) = (gone.project_id, gone.archived, gone.owner_id, gone.deleting);
  end if;
  return null;
end $$;

create or replace function count_runs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_runs(project_id, sum(num_trials)) from added where state <> 'DELETING' group by project_id;
  else
    perform add_runs(project_id, -sum(num_trials)) from removed where state <> 'DELETING' group by project_id;
  end if;
  return null;
end $$;

create or replace function note_range_change() returns trigger language plpgsql as $$
begin
  insert into metric_range_changes values (old.project_id, old.id);
  return null;
end $$;

-- Whatever blocks have of it, they have it no more: the statement's end notes that for all it did so to.
create or replace function unpack_experiment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_packed_gap(old.project_id, 'experiment', old.id);
    return old;
  end if;
  new.packed := false;
  return new;
end $$;

create function follow_experiments() returns trigger language plpgsql as $$
begin
  -- Most statements change a state's or a report's columns alone. Nothing here joins: how many rows there are is not known when
  -- it is planned.
  if not exists (
      select id, project_id, archived, owner_id, state = 'DELETING', num_trials, best_trial_id, packed from are
      except select id, project_id, archived, owner_id, state = 'DELETING', num_trials, best_trial_id, packed from was) then
    return null;
  end if;
  -- Always in this order, so that two moves in opposite directions cannot wait for each other.
  insert into experiment_counts as c (project_id, archived, owner_id, deleting, total)
    select project_id, archived, owner_id, deleting, sum(change) from (
      select project_id, archived, owner_id, state = 'DELETING' as deleting, -1 as change from was
      union all select project_id, archived, owner_id, state = 'DELETING', 1 from are) v
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (project_id, archived, owner_id, deleting) do update set total = c.total + excluded.total;
  perform add_runs(project_id, change) from (
      select project_id, sum(change) as change from (
        select project_id, -num_trials as change from was where state <> 'DELETING'
        union all select project_id, num_trials from are where state <> 'DELETING') v
      group by 1 having sum(change) <> 0 order by 1) w;
  insert into metric_range_changes
    select project_id, id from (
      select project_id, id, best_trial_id from was except select project_id, id, best_trial_id from are) v
    union all (select project_id, id from are except select project_id, id from was);
  insert into packed_gaps as g (project_id, of, id, since)
    select project_id, 'experiment', id, nextval('packed_blocks_id_seq') from (
      select project_id, id from was where packed except select project_id, id from are where packed) v
      where exists (select from projects p where p.id = v.project_id)
    on conflict (project_id, of, id) do update set since = excluded.since;
  return null;
end $$;

drop trigger experiments_moved on experiments;
drop trigger experiments_changed_runs on experiments;
drop trigger experiments_best_changed on experiments;
create trigger experiments_changed after update on experiments referencing old table as was new table as are
  for each statement execute function follow_experiments();

-- Configurations are compared only where one is written.
drop trigger experiments_unpacked on experiments;
create trigger experiments_unpacked before update of packed, project_id, best_trial_id, config on experiments for each row
  when (old.packed and new.packed and (old.project_id <> new.project_id
    or old.best_trial_id is distinct from new.best_trial_id
    or old.config -> 'hyperparameters' is distinct from new.config -> 'hyperparameters'))
  execute function unpack_experiment();
