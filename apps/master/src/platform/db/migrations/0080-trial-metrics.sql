-- What a trial's reports come to, apart from the trial: a report does not lock the row that a pause wants. It names its
-- project, which follows the experiment when that is moved.
create table trial_metrics (
  trial_id          integer primary key references trials on delete cascade,
  experiment_id     integer not null,
  project_id        integer not null,
  -- rises with every stored report: what a master keeps in memory of a trial is good while it is equal
  version           bigint not null default 0,
  -- how far each group has come, so that a report knows without a search whether it repeats or rolls back
  heads             jsonb not null default '{}',
  total_batches     integer not null default 0,
  summary_metrics   jsonb not null default '{}',
  best_validation   jsonb,
  latest_validation jsonb,
  searcher_metric_value        double precision,
  -- the smaller the better
  searcher_metric_value_signed double precision,
  -- the last report
  reported_at       timestamptz,
  foreign key (experiment_id, project_id) references experiments (id, project_id) on update cascade on delete cascade
);
-- A row is rewritten with each report: room for that on its own page.
alter table trial_metrics set (fillfactor = 60);

insert into trial_metrics
  select t.id, t.experiment_id, e.project_id, t.metric_version, t.metric_heads, t.total_batches, t.summary_metrics,
    t.best_validation, t.latest_validation, t.searcher_metric_value, t.searcher_metric_value_signed, t.last_activity
  from trials t join experiments e on e.id = t.experiment_id;

create index trial_metrics_by_experiment on trial_metrics (experiment_id, searcher_metric_value_signed, trial_id);
create index trial_metrics_by_project on trial_metrics (project_id, searcher_metric_value)
  where searcher_metric_value is not null;

-- Every trial has its row from the start.
create function add_trial_metrics() returns trigger language plpgsql as $$
begin
  insert into trial_metrics (trial_id, experiment_id, project_id)
    select t.id, t.experiment_id, e.project_id from added t join experiments e on e.id = t.experiment_id;
  return null;
end $$;
create trigger trials_added after insert on trials referencing new table as added
  for each statement execute function add_trial_metrics();

-- Their index goes with them.
alter table trials drop column metric_version, drop column metric_heads, drop column total_batches,
  drop column summary_metrics, drop column best_validation, drop column latest_validation,
  drop column searcher_metric_value, drop column searcher_metric_value_signed;
