-- What machines report of themselves is kept as the other series: in the tail, then in chunks. A series is a column, named by
-- where it comes from as a JSON text: ["agent","name"] or ["agent","GPU or disk","name"].
alter table metric_chunks add column first_time timestamptz, add column last_time timestamptz;

insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
select s.trial_id, 'system.' || s.group_name, s.run_id, coalesce(s.steps, 0), s.end_time, f.metrics
from system_metric_reports s cross join lateral (
  select coalesce(json_object_agg('[' || path || ']', value), '{}')::text as metrics from (
    select to_json(a.key)::text || case when b.key is null then '' else ',' || to_json(b.key)::text end
        || case when c.key is null then '' else ',' || to_json(c.key)::text end as path,
      coalesce(c.value, b.value, a.value) as value
    from json_each(s.metrics::json) a
      left join lateral json_each(case json_typeof(a.value) when 'object' then a.value end) b on true
      left join lateral json_each(case json_typeof(b.value) when 'object' then b.value end) c on true) leaves
  where json_typeof(value) <> 'object') f
order by s.id;

drop table system_metric_reports;
