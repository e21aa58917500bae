-- Finds experiments by any part of their names and labels. The extension comes with PostgreSQL; where it is not at hand, or not
-- for this account, the same is found without the index.
do $$
begin
  create extension if not exists pg_trgm;
  create index experiments_by_words on experiments
    using gin (lower((name || ' ' || labels::text) collate "und-x-icu") gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'experiments are found without an index: %', sqlerrm;
end
$$;
