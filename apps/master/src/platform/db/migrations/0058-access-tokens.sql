-- What an access token is for, in its owner's words.
alter table user_sessions add column description text not null default '';
