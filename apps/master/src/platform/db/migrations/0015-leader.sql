-- The master that drives queue, searchers and launchers raises the epoch; a transaction of an earlier epoch ends itself.
create table leader_epoch (
  only_row boolean primary key default true check (only_row),
  epoch    bigint not null default 0
);
insert into leader_epoch default values;
