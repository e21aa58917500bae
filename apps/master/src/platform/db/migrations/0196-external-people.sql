-- Whom a hosting service means by its ids. Names change, and another person's may become free: the id is who somebody is.
create table external_people (
  external_id text primary key,
  user_id int not null unique references users (id) on delete cascade
);
