-- Blocks of experiments have all that configurations say, not their hyperparameters alone: all are packed anew, and whatever changes
-- in a configuration takes the mark away.
drop trigger experiments_unpacked on experiments;
create trigger experiments_unpacked before update of packed, project_id, best_trial_id, config on experiments for each row
  when (old.packed and new.packed and (old.project_id <> new.project_id
    or old.best_trial_id is distinct from new.best_trial_id
    or old.config - '{name,description}'::text[] is distinct from new.config - '{name,description}'::text[]))
  execute function unpack_experiment();

-- Nothing else follows from it.
alter table experiments disable trigger user;
update experiments set packed = false where packed;
alter table experiments enable trigger user;
delete from packed_blocks where of = 'experiment';
delete from packed_gaps where of = 'experiment';
