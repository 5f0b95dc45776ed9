-- The status page, and the keys with which a pipeline reports to it.

create table modules (
  repo text primary key check (length(repo) between 1 and 100),
  version text not null check (length(version) between 1 and 60),
  status text not null check (status in ('operational', 'updating', 'maintenance', 'offline')),
  position integer not null default 0,
  last_updated timestamptz not null default now()
);
create trigger modules_changed after insert or update or delete or truncate on modules
  for each statement execute function notify_changed('status');

create table api_keys (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  key_hash bytea not null unique,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_creator on api_keys (created_by) where created_by is not null;
