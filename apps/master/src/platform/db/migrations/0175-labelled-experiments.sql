-- Most experiments have no labels: those in use are read of the others alone.
create index experiments_labelled on experiments (project_id) where labels <> '[]';
