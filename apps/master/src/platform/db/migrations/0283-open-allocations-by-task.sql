-- Which are open is asked of all, or of a task: where it believes that they are few, the planner went through all of them for each task.
drop index allocations_open;
create index allocations_open on allocations (task_id) where state <> 'TERMINATED';
