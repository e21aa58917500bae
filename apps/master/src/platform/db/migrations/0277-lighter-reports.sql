-- A report is the commonest write of all, and a third of its statement went into what hardly ever has anything to do.

-- PostgreSQL takes a trigger's condition apart anew for each statement; a function is compiled once a session.
create function unpack_changed_metrics() returns trigger language plpgsql as $$
begin
  if old.packed and old.project_id = new.project_id and (not new.packed or old.version <> new.version
      or old.summary_metrics::text is distinct from new.summary_metrics::text) then
    perform note_packed_gap(old.project_id, 'run', old.trial_id);
    new.packed := false;
  end if;
  return new;
end $$;
drop trigger trial_metrics_unpacked on trial_metrics;
create trigger trial_metrics_unpacked before update on trial_metrics for each row
  execute function unpack_changed_metrics();

-- Reports are written while their trial's metrics are held, and go with these: no need to look for the trial and lock it for each.
alter table metric_reports drop constraint metric_reports_trial_id_fkey;
create function remove_reports() returns trigger language plpgsql as $$
begin
  delete from metric_reports where trial_id in (select trial_id from removed);
  return null;
end $$;
create trigger trial_metrics_removed_reports after delete on trial_metrics referencing old table as removed
  for each statement execute function remove_reports();
comment on column metric_reports.trial_id is 'of trial_metrics; who writes a row holds that one''s';
