-- How many experiments of a project have a label, kept by the database itself: the labels in use cost the same at any size.
create table label_counts (
  project_id integer not null,
  label      text collate "C" not null,
  total      bigint not null
);
-- A label may be longer than an entry of an index.
create unique index label_counts_of_project on label_counts (project_id, md5(label));
insert into label_counts (project_id, label, total)
  select project_id, label, count(*) from experiments, jsonb_array_elements_text(labels) label group by 1, 2;
drop index experiments_labelled;

create or replace function count_experiments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into experiment_counts as c (project_id, archived, owner_id, deleting, total)
      select project_id, archived, owner_id, state = 'DELETING', count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (project_id, archived, owner_id, deleting) do update set total = c.total + excluded.total;
    insert into label_counts as c (project_id, label, total)
      select project_id, label, count(*) from added, jsonb_array_elements_text(labels) label group by 1, 2 order by 1, 2
      on conflict (project_id, md5(label)) do update set total = c.total + excluded.total;
  else
    update experiment_counts c set total = c.total - gone.total
      from (select project_id, archived, owner_id, state = 'DELETING' as deleting, count(*) as total
            from removed group by 1, 2, 3, 4) gone
      where (c.project_id, c.archived, c.owner_id, c.deleting) = (gone.project_id, gone.archived, gone.owner_id, gone.deleting);
    update label_counts c set total = c.total - gone.total
      from (select project_id, label, count(*) as total from removed, jsonb_array_elements_text(labels) label
            group by 1, 2) gone
      where c.project_id = gone.project_id and md5(c.label) = md5(gone.label);
  end if;
  return null;
end $$;

create or replace function follow_experiments() returns trigger language plpgsql as $$
declare
  goal  integer;
  moved integer[];
begin
  -- Most statements change a state's or a report's columns alone. Nothing here joins: how many rows there are is not known when
  -- it is planned.
  if not exists (
      select id, project_id, archived, owner_id, state = 'DELETING', num_trials, best_trial_id, packed, name, labels from are
      except select id, project_id, archived, owner_id, state = 'DELETING', num_trials, best_trial_id, packed, name, labels
        from was) then
    return null;
  end if;
  for goal, moved in select project_id, array_agg(id) from (
      select id, project_id from are except select id, project_id from was) v group by 1 order by 1 loop
    -- What is packed meanwhile has a gap after its block.
    perform from trial_metrics where experiment_id = any(moved) order by trial_id for no key update;
    insert into packed_gaps as g (project_id, of, id, since)
      select project_id, 'run', trial_id, nextval('packed_blocks_id_seq') from trial_metrics
      where experiment_id = any(moved) and packed
      on conflict (project_id, of, id) do update set since = excluded.since;
    update trial_metrics set project_id = goal, packed = false where experiment_id = any(moved);
    update experiment_names set project_id = goal where experiment_id = any(moved);
  end loop;
  -- Always in this order, so that two moves in opposite directions cannot wait for each other.
  insert into experiment_counts as c (project_id, archived, owner_id, deleting, total)
    select project_id, archived, owner_id, deleting, sum(change) from (
      select project_id, archived, owner_id, state = 'DELETING' as deleting, -1 as change from was
      union all select project_id, archived, owner_id, state = 'DELETING', 1 from are) v
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (project_id, archived, owner_id, deleting) do update set total = c.total + excluded.total;
  insert into label_counts as c (project_id, label, total)
    select project_id, label, sum(change) from (
      select project_id, jsonb_array_elements_text(labels) as label, -1 as change from was
      union all select project_id, jsonb_array_elements_text(labels), 1 from are) v
    group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict (project_id, md5(label)) do update set total = c.total + excluded.total;
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
