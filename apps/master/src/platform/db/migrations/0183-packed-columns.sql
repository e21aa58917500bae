-- What runs reported and were given, and what experiments configure, by column: a block holds some hundred runs or
-- experiments of a project, each column of theirs in a row of its own. Blocks never change. What a block has of a thing
-- holds while that is marked as packed and no gap after the block says otherwise; the rest is read from its own row.
create sequence packed_blocks_id_seq;
create table packed_blocks (
  id         bigint primary key default nextval('packed_blocks_id_seq'),
  project_id integer not null references projects on delete cascade,
  of         text not null check (of in ('run', 'experiment')),
  -- ascending, 4 bytes each
  ids        bytea not null,
  -- of experiments their best runs, 0 where there is none
  best       bytea
);
create index packed_blocks_by_project on packed_blocks (project_id, of, id);
create table packed_columns (
  block_id bigint not null references packed_blocks on delete cascade,
  name     text not null,
  data     bytea not null,
  primary key (block_id, name)
);
-- Packed as it is: another compression would find nothing.
alter table packed_columns alter column data set storage external;

-- What the blocks of a project before `since` say of a thing does not hold: it changed, was moved or is gone.
create table packed_gaps (
  project_id integer not null references projects on delete cascade,
  of         text not null,
  id         integer not null,
  since      bigint not null,
  primary key (project_id, of, id)
);

alter table trial_metrics add column packed boolean not null default false;
create index trial_metrics_loose on trial_metrics (project_id, trial_id) where not packed;
alter table experiments add column packed boolean not null default false;
create index experiments_loose on experiments (project_id, id) where not packed;
-- Lists leave these out.
create index experiments_put_away on experiments (project_id, id) where archived or state = 'DELETING';

create function note_packed_gap(project integer, kind text, thing integer) returns void language sql as $$
  insert into packed_gaps as g (project_id, of, id, since)
    select project, kind, thing, nextval('packed_blocks_id_seq') where exists (select from projects where id = project)
    on conflict (project_id, of, id) do update set since = excluded.since;
$$;

create function unpack_trial_metrics() returns trigger language plpgsql as $$
begin
  perform note_packed_gap(old.project_id, 'run', old.trial_id);
  if tg_op = 'DELETE' then return old; end if;
  new.packed := false;
  return new;
end $$;
create trigger trial_metrics_unpacked before update on trial_metrics for each row
  when (old.packed and (not new.packed or old.version <> new.version or old.project_id <> new.project_id
    or old.summary_metrics is distinct from new.summary_metrics))
  execute function unpack_trial_metrics();
create trigger trial_metrics_gone before delete on trial_metrics for each row
  when (old.packed) execute function unpack_trial_metrics();

-- What a run was given stands in its own row.
create function unpack_trial() returns trigger language plpgsql as $$
begin
  update trial_metrics set packed = false where trial_id = new.id and packed;
  return null;
end $$;
create trigger trials_given_anew after update on trials for each row
  when (old.hparams is distinct from new.hparams) execute function unpack_trial();

create function unpack_experiment() returns trigger language plpgsql as $$
begin
  perform note_packed_gap(old.project_id, 'experiment', old.id);
  if tg_op = 'DELETE' then return old; end if;
  new.packed := false;
  return new;
end $$;
create trigger experiments_unpacked before update on experiments for each row
  when (old.packed and (not new.packed or old.project_id <> new.project_id
    or old.best_trial_id is distinct from new.best_trial_id
    or old.config -> 'hyperparameters' is distinct from new.config -> 'hyperparameters'))
  execute function unpack_experiment();
create trigger experiments_gone before delete on experiments for each row
  when (old.packed) execute function unpack_experiment();
