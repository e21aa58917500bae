-- Experiments are counted by owner as well: Home says how many somebody has, and a list of some people's how many match.
-- Those that are being deleted are counted apart: some lists leave them out.

drop table experiment_counts;
create table experiment_counts (
  project_id integer not null,
  archived   boolean not null,
  owner_id   integer not null,
  deleting   boolean not null,
  total      bigint not null,
  primary key (project_id, archived, owner_id, deleting)
);
insert into experiment_counts (project_id, archived, owner_id, deleting, total)
  select project_id, archived, owner_id, state = 'DELETING', count(*) from experiments group by 1, 2, 3, 4;
create index experiment_counts_by_owner on experiment_counts (owner_id);

create or replace function count_experiments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into experiment_counts as c (project_id, archived, owner_id, deleting, total)
      select project_id, archived, owner_id, state = 'DELETING', count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (project_id, archived, owner_id, deleting) do update set total = c.total + excluded.total;
  elsif tg_op = 'DELETE' then
    update experiment_counts c set total = c.total - gone.total
      from (select project_id, archived, owner_id, state = 'DELETING' as deleting, count(*) as total
            from removed group by 1, 2, 3, 4) gone
      where (c.project_id, c.archived, c.owner_id, c.deleting) = (gone.project_id, gone.archived, gone.owner_id, gone.deleting);
  else
    -- Always in this order, so that two moves in opposite directions cannot wait for each other.
    insert into experiment_counts as c (project_id, archived, owner_id, deleting, total)
      select * from (values (old.project_id, old.archived, old.owner_id, old.state = 'DELETING', -1),
        (new.project_id, new.archived, new.owner_id, new.state = 'DELETING', 1)) as v order by 1, 2, 3, 4
      on conflict (project_id, archived, owner_id, deleting) do update set total = c.total + excluded.total;
  end if;
  return null;
end $$;
drop trigger experiments_moved on experiments;
create trigger experiments_moved after update on experiments for each row
  when ((old.project_id, old.archived, old.owner_id, old.state = 'DELETING')
    is distinct from (new.project_id, new.archived, new.owner_id, new.state = 'DELETING'))
  execute function count_experiments();
