-- The pool of a job, and what else the queue asks of it, stands in the job alone; experiments keep no copy.

alter table jobs add column pool text collate "C" not null default '';
update jobs j set pool = e.resource_pool from experiments e where e.job_id = j.id;
alter table jobs alter column pool drop default;

alter table experiments add foreign key (job_id) references jobs;
-- An index that holds the column goes with it.
alter table experiments drop column resource_pool;
create index experiments_as_rows on experiments (project_id, archived, id desc)
  include (state, searcher_type, best_value, num_trials, owner_id, start_time, end_time, checkpoint_count, checkpoint_size);
update experiments set config = config #- '{resources,priority}' #- '{resources,weight}' #- '{resources,max_slots}'
  #- '{resources,resource_pool}';
