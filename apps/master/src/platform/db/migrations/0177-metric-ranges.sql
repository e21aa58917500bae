-- Ranges of the metrics of a project's best trials, kept as a tree: a leaf has those of some experiments, each further
-- block those of some blocks below it. What changed since is noted, and folded in when somebody asks.

alter table trial_metrics add column in_ranges boolean not null default true;
create index trial_metrics_not_in_ranges on trial_metrics (project_id) where not in_ranges;

-- One for each project that was ever asked about; locked by who folds.
create table metric_range_trees (
  project_id integer primary key references projects on delete cascade,
  -- places that were given to experiments
  given      integer not null default 0
);

create table metric_range_members (
  project_id    integer not null references projects on delete cascade,
  experiment_id integer not null,
  leaf          integer not null,
  primary key (project_id, experiment_id)
);
create index metric_range_members_by_leaf on metric_range_members (project_id, leaf);

create table metric_range_blocks (
  project_id integer not null references projects on delete cascade,
  -- 0: leaves
  level      integer not null,
  number     integer not null,
  ranges     jsonb not null,
  primary key (project_id, level, number)
);

-- Experiments that have another best trial, came, went or were moved. Only ever added to, so that nobody waits here.
create table metric_range_changes (
  project_id    integer not null references projects on delete cascade,
  experiment_id integer not null
);
create index metric_range_changes_by_project on metric_range_changes (project_id);

create function note_range_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.project_id <> old.project_id then
    insert into metric_range_changes values (new.project_id, new.id);
  end if;
  insert into metric_range_changes values (old.project_id, old.id);
  return null;
end $$;
create trigger experiments_best_changed after update on experiments for each row
  when ((old.best_trial_id, old.project_id) is distinct from (new.best_trial_id, new.project_id))
  execute function note_range_change();
create trigger experiments_best_removed after delete on experiments for each row
  when (old.best_trial_id is not null) execute function note_range_change();

-- The best trial of an experiment that is being deleted goes before the experiment.
create function note_removed_summaries() returns trigger language plpgsql as $$
begin
  insert into metric_range_changes select distinct project_id, experiment_id from removed;
  return null;
end $$;
create trigger trial_metrics_removed after delete on trial_metrics referencing old table as removed
  for each statement execute function note_removed_summaries();
