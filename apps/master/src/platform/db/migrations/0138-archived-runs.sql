-- How many runs a project has is what its experiments say, less those that are archived for themselves.
create index trials_archived on trials (experiment_id) where archived;
