-- How many runs a project has, less those of experiments that are being deleted. Searches make runs all the time: each
-- change goes to a row that nobody holds, and the sum of a project's rows is the number.
create table run_counts (
  project_id integer not null,
  stripe     bigint generated always as identity,
  total      bigint not null,
  primary key (project_id, stripe)
);
insert into run_counts (project_id, total)
  select project_id, sum(num_trials) from experiments where state <> 'DELETING' group by 1;

create function add_runs(project integer, added bigint) returns void language plpgsql as $$
begin
  if added = 0 then return; end if;
  update run_counts set total = total + added where project_id = project and stripe = (
    select stripe from run_counts where project_id = project order by stripe limit 1 for no key update skip locked);
  if not found then insert into run_counts (project_id, total) values (project, added); end if;
end $$;

create function count_runs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_runs(project_id, sum(num_trials)) from added where state <> 'DELETING' group by project_id;
  elsif tg_op = 'DELETE' then
    perform add_runs(project_id, -sum(num_trials)) from removed where state <> 'DELETING' group by project_id;
  else
    if old.state <> 'DELETING' then perform add_runs(old.project_id, -old.num_trials); end if;
    if new.state <> 'DELETING' then perform add_runs(new.project_id, new.num_trials); end if;
  end if;
  return null;
end $$;
create trigger experiments_added_runs after insert on experiments referencing new table as added
  for each statement execute function count_runs();
create trigger experiments_removed_runs after delete on experiments referencing old table as removed
  for each statement execute function count_runs();
create trigger experiments_changed_runs after update on experiments for each row
  when ((old.project_id, old.num_trials, old.state = 'DELETING')
    is distinct from (new.project_id, new.num_trials, new.state = 'DELETING'))
  execute function count_runs();

-- How many of a project's or somebody's experiments are active.
create index experiments_active on experiments (project_id, owner_id) where state = 'ACTIVE';
