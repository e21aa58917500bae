-- What started in the last days, for the average time in the queue.
create index allocations_by_start on allocations (start_time) include (resource_pool, requested_at)
  where start_time is not null;
