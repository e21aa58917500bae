-- Machines and slots that an admin has switched off; slot -1 is the whole machine.
create table disabled_slots (
  agent_id text collate "C" not null,
  slot_id  integer not null,
  -- what runs goes on to its end
  draining boolean not null,
  primary key (agent_id, slot_id)
);
