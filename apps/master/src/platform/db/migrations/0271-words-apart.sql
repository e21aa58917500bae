-- The words that an experiment is found by stand in rows of their own: an index of three letters each is dear to write, and as
-- one of the experiments it was written with every change of theirs, whether their words changed or not.
create table experiment_words (
  experiment_id integer primary key references experiments on delete cascade,
  -- in small letters
  words         text not null
);
insert into experiment_words
  select id, lower((name || ' ' || labels::text) collate "und-x-icu") from experiments order by id;

drop index if exists experiments_by_words;
do $$
begin
  create extension if not exists pg_trgm;
  create index experiments_by_words on experiment_words using gin (words gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'experiments are found without an index: %', sqlerrm;
end
$$;

create function add_experiment_words() returns trigger language plpgsql as $$
begin
  insert into experiment_words
    select id, lower((name || ' ' || labels::text) collate "und-x-icu") from added order by id;
  return null;
end $$;
create trigger experiments_added_words after insert on experiments referencing new table as added
  for each statement execute function add_experiment_words();

create or replace function follow_experiments() returns trigger language plpgsql as $$
begin
  -- Most statements change a state's or a report's columns alone. Nothing here joins: how many rows there are is not known when
  -- it is planned.
  if not exists (
      select id, project_id, archived, owner_id, state = 'DELETING', num_trials, best_trial_id, packed, name, labels from are
      except select id, project_id, archived, owner_id, state = 'DELETING', num_trials, best_trial_id, packed, name, labels
        from was) then
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
  insert into experiment_words as w
    select id, lower((name || ' ' || labels::text) collate "und-x-icu") from (
      select id, name, labels from are except select id, name, labels from was) v
    on conflict (experiment_id) do update set words = excluded.words;
  return null;
end $$;
