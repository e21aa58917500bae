-- What each layer but the user's own gave to a configuration when it was made. Experiments of before have none.
create table experiment_config_layers (
  experiment_id integer primary key references experiments on delete cascade,
  layers        jsonb not null
);
