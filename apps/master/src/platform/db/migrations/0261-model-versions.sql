-- Checkpoints that a model refers to, numbered in it. They stay while it does.
create table model_versions (
  id              integer generated always as identity primary key,
  model_id        integer not null references models on delete cascade,
  version         integer not null,
  checkpoint_uuid uuid not null references checkpoints (uuid),
  name            text not null,
  comment         text not null,
  labels          text[] collate "C" not null,
  metadata        jsonb not null,
  notes           text not null,
  user_id         integer not null references users,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (model_id, version)
);
create index model_versions_by_checkpoint on model_versions (checkpoint_uuid);
