-- How somebody has set a table of a project, under a name: his own, or the project's.
create table table_views (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  table_key text collate "C" not null,
  name text collate "C" not null,
  owner_id integer not null references users on delete cascade,
  shared boolean not null,
  is_default boolean not null,
  -- JSON in a canonical form, as text: what it means is the contract's business.
  state text not null,
  changed_at timestamptz not null default now()
);
create unique index table_views_shared_name on table_views (project_id, table_key, name) where shared;
create unique index table_views_own_name on table_views (project_id, table_key, owner_id, name) where not shared;
create unique index table_views_default on table_views (project_id, table_key) where is_default;

-- The same for good, under a key made of what it says.
create table view_links (
  key text collate "C" primary key,
  project_id integer not null references projects on delete cascade,
  table_key text collate "C" not null,
  state text not null,
  created_at timestamptz not null default now()
);
create index view_links_by_project on view_links (project_id);
