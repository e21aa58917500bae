-- What an experiment's files are known by, so that those of many forks are unpacked once.
alter table experiment_model_definitions add column hash text collate "C";
update experiment_model_definitions set hash = encode(sha256(archive), 'hex');
alter table experiment_model_definitions alter column hash set not null;
