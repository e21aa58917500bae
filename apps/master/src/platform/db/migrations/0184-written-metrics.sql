-- Summaries and validations are shown as they are stored: text whose keys stand by name. Nothing looks into them by index.
drop trigger trial_metrics_unpacked on trial_metrics;

create function keys_by_name(value jsonb) returns text language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select '{' || coalesce(string_agg(to_jsonb(key)::text || ':' || keys_by_name(item), ',' order by key collate "C"), '') || '}'
      from jsonb_each(value) as entries(key, item))
    when 'array' then (
      select '[' || coalesce(string_agg(keys_by_name(item), ',' order by place), '') || ']'
      from jsonb_array_elements(value) with ordinality as items(item, place))
    else value::text
  end;
end $$;

alter table trial_metrics
  alter column summary_metrics drop default,
  alter column summary_metrics type json using keys_by_name(summary_metrics)::json,
  alter column summary_metrics set default '{}',
  alter column best_validation type json using keys_by_name(best_validation)::json,
  alter column latest_validation type json using keys_by_name(latest_validation)::json;

drop function keys_by_name;

create trigger trial_metrics_unpacked before update on trial_metrics for each row
  when (old.packed and (not new.packed or old.version <> new.version or old.project_id <> new.project_id
    or old.summary_metrics::text is distinct from new.summary_metrics::text))
  execute function unpack_trial_metrics();
