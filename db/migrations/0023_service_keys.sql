-- Keys of the services outside that were given on a page, by the names that they have in the
-- environment, sealed with a key that is not in this database. `shown` is what a page may show: the
-- end of a secret, the whole of what is none.
create table service_keys (
  name text primary key,
  sealed bytea not null,
  key_id text not null,
  shown text not null,
  set_by text not null,
  set_at timestamptz not null default now()
);
create trigger service_keys_changed after insert or update or delete or truncate on service_keys
  for each statement execute function notify_changed('services');
