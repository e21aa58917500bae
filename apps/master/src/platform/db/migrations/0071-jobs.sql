-- What stands in the queue: work of any kind. Experiments have no place of their own in it any more.
create table jobs (
  id            text collate "C" primary key,
  -- what it is, as clients call it without the prefix TYPE_: EXPERIMENT, COMMAND, …
  kind          text collate "C" not null,
  owner_id      integer not null references users,
  -- in microseconds: decides the place in the queue
  submitted_at  timestamptz not null,
  -- null: the default of its pool
  priority      integer,
  weight        double precision not null default 1,
  max_slots     integer,
  -- may be asked to make room
  preemptible   boolean not null,
  -- its slots have to be on one machine
  single_agent  boolean not null
);

insert into jobs (id, kind, owner_id, submitted_at, priority, weight, max_slots, preemptible, single_agent)
  select job_id, 'EXPERIMENT', owner_id, submitted_at, priority, weight, max_slots, true,
    coalesce(config #> '{resources,is_single_node}' = 'true', false)
  from experiments;

alter table tasks add foreign key (job_id) references jobs;
alter table experiments
  drop column submitted_at, drop column priority, drop column weight, drop column max_slots;
