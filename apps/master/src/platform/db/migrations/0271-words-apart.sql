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
-- What changes is followed by `follow_experiments`, which the next migration makes anew.
