-- An experiment that is continued searches anew: the events of its present search come after this position.
alter table experiments add column search_begins integer not null default 0;
