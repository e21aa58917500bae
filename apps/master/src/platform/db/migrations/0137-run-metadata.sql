-- Pages of a project's runs, in their order and by their searcher's metric, either way round; those without a value last.
alter table trial_metrics add unique (project_id, trial_id);
drop index trial_metrics_by_project;
create index trial_metrics_by_value on trial_metrics (project_id, searcher_metric_value, trial_id);
create index trial_metrics_by_value_down on trial_metrics (project_id, searcher_metric_value desc nulls last, trial_id);

-- What stands in the metadata of runs, value by value, for filters, columns and suggestions.
create table run_metadata (
  trial_id   integer not null references trials on delete cascade,
  -- follows the run when its experiment is moved
  project_id integer not null,
  -- of nested maps the path with dots
  key        text collate "C" not null,
  -- N number, D date, A item of a list, T what else is a value, `-` an empty map
  kind       text collate "C" not null,
  -- a text, number or truth value; null where there is none
  value      jsonb not null,
  -- of a text that is a date
  time       timestamptz,
  foreign key (project_id, trial_id) references trial_metrics (project_id, trial_id) on update cascade on delete cascade
);
create index run_metadata_by_trial on run_metadata (trial_id, key);
create index run_metadata_by_project on run_metadata (project_id, key, kind);

create function pg_temp.time_of(value jsonb) returns timestamptz language plpgsql as $$
begin
  -- cast here: what is cast on the way out is outside of the block
  return (case when value #>> '{}' ~ '^\d{4}-\d{2}$' then (value #>> '{}') || '-01'
    when value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$' then value #>> '{}'
    end)::timestamptz;
exception when others then
  return null;
end $$;

insert into run_metadata (trial_id, project_id, key, kind, value, time)
  with recursive place (trial_id, key, value) as (
    select t.id, item.key, item.value from trials t
      cross join jsonb_each(case when jsonb_typeof(t.metadata) = 'object' then t.metadata end) item
    union all
    select place.trial_id, place.key || '.' || item.key, item.value from place cross join jsonb_each(place.value) item
    where jsonb_typeof(place.value) = 'object'),
  leaf as (
    select place.trial_id, place.key, jsonb_typeof(place.value) as type,
      case when jsonb_typeof(item.value) in ('object', 'array') then to_jsonb(item.value::text) else item.value end as value
    from place cross join lateral (
      select place.value where jsonb_typeof(place.value) not in ('array', 'object')
      union all select 'null'::jsonb where place.value in ('{}', '[]')
      union all select * from jsonb_array_elements(
        case when jsonb_typeof(place.value) = 'array' then place.value end)) item (value))
  select leaf.trial_id, m.project_id, leaf.key, case when leaf.type = 'array' then 'A' when leaf.type = 'object' then '-'
      when leaf.type = 'number' then 'N' when at.time is not null then 'D' else 'T' end, leaf.value, at.time
  from leaf join trial_metrics m using (trial_id)
    cross join lateral (
      select case when jsonb_typeof(leaf.value) = 'string' then pg_temp.time_of(leaf.value) end as time) at;
