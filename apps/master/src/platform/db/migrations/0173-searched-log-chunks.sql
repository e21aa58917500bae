-- What lines say stands apart from where they come from: a search reads the texts alone, and only of chunks whose filter,
-- bits for the trigrams of the texts, does not rule them out. Older chunks have neither; their data has all.
alter table task_log_chunks add column texts bytea, add column filter bytea;
alter table task_log_chunks alter column texts set storage external;
-- The filter stays in its row, which is read without going elsewhere.
alter table task_log_chunks alter column filter set storage plain;
alter table task_log_chunks set (toast_tuple_target = 4080);
