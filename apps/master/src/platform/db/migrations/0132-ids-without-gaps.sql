-- Ids that people see go on where they were after a crash of the database. PostgreSQL logs a sequence 32 numbers ahead, and
-- a recovered one goes on from there; `setval` logs the number itself. It must not overtake another's, so one at a time
-- takes a number: the lock is let go of with the inner block, which is undone, and numbers of a sequence are not.
create function next_id(ids regclass) returns bigint language plpgsql as $$
declare
  taken bigint;
begin
  begin
    perform pg_advisory_xact_lock(7403252, ids::oid::bigint::bit(32)::integer);
    taken := setval(ids, nextval(ids));
    raise exception using errcode = 'DT001';
  exception when sqlstate 'DT001' then
    return taken;
  end;
end
$$;

do $$
declare
  owner text;
  stood record;
begin
  foreach owner in array array['users', 'workspaces', 'projects', 'experiments', 'trials'] loop
    execute format('select last_value, is_called from %I', owner || '_id_seq') into stood;
    execute format('alter table %I alter id drop identity', owner);
    execute format('create sequence %I as integer owned by %I.id', owner || '_id_seq', owner);
    perform setval(owner || '_id_seq', stood.last_value, stood.is_called);
    execute format('alter table %I alter id set default next_id(%L)', owner, owner || '_id_seq');
  end loop;
end
$$;
