-- What is said of an entrypoint whose file is not in the archive; null where nothing is.
alter table experiment_model_definitions add column entrypoint_caution text;
