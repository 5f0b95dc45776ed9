-- Computers that loaders run on, and what the loader's API keeps: docs/decisions/devices.md and
-- docs/decisions/loader-api.md.

-- Made by the shop and sealed with a key that is not in this database, as service_keys are.
create table sealed_secrets (
  name text primary key,
  sealed bytea not null,
  key_id text not null
);

drop index devices_current;
alter table devices
  alter column hwid_hash drop not null,
  add column name text not null default '' check (length(name) <= 60),
  add column os text not null default '' check (length(os) <= 60),
  -- By kind, HMACs of what the computer is told by; and when each kind last changed.
  add column marks jsonb not null default '{}',
  add column drifted jsonb not null default '{}',
  -- Those marks that only one computer has.
  add column own_marks text[] not null default '{}';
create index devices_user on devices (user_id, created_at desc);
create index devices_own_marks on devices using gin (own_marks) with (fastupdate = off);

-- The places that a subscription has for computers. The key decides who gets the last.
create table device_places (
  user_id bigint not null references users on delete cascade,
  product_id bigint not null references products on delete cascade,
  place smallint not null check (place between 1 and 5),
  device_id bigint not null references devices on delete cascade,
  primary key (user_id, product_id, place),
  constraint device_places_once unique (device_id, product_id)
);
create index device_places_product on device_places (product_id);

create table device_history (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  device_id bigint references devices on delete cascade,
  kind text not null check (kind in ('bound', 'drifted', 'mismatched', 'released', 'reset', 'cooldown_lifted')),
  -- The staff member who did it, when one did.
  actor_id bigint references users,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index device_history_user on device_history (user_id, id desc);
create index device_history_device on device_history (device_id) where device_id is not null;
create index device_history_actor on device_history (actor_id) where actor_id is not null;

-- A loader that asks to be paired (RFC 8628): its codes live for ten minutes.
create table loader_pairings (
  id bigint generated always as identity primary key,
  device_code_hash bytea not null unique,
  user_code text not null unique,
  public_key bytea not null check (length(public_key) = 32),
  name text not null check (length(name) <= 60),
  os text not null check (length(os) <= 60),
  -- What the stamp of its build says; null without one that is this shop's.
  build jsonb,
  address inet,
  user_id bigint references users on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'denied')),
  seconds smallint not null default 5,
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((status = 'waiting') = (user_id is null))
);
create index loader_pairings_user on loader_pairings (user_id, created_at desc) where user_id is not null;
create index loader_pairings_expiry on loader_pairings (expires_at);

-- A paired loader. Its tokens are kept as hashes only, and are good with its key alone.
create table loader_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  device_id bigint references devices on delete cascade,
  public_key bytea not null check (length(public_key) = 32),
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null unique,
  name text not null,
  os text not null,
  build jsonb,
  -- The marks that it was told by last, when they are not its device's.
  seen jsonb,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index loader_tokens_user on loader_tokens (user_id, last_used_at desc);
create index loader_tokens_device on loader_tokens (device_id) where device_id is not null;
create index loader_tokens_build on loader_tokens ((build ->> 'build')) where build is not null;
create index loader_tokens_used on loader_tokens (last_used_at);

create table loader_sessions (
  id uuid primary key,
  token_id bigint not null references loader_tokens on delete cascade,
  user_id bigint not null references users on delete cascade,
  product_id bigint not null references products on delete cascade,
  device_id bigint not null references devices on delete cascade,
  seat smallint not null check (seat >= 1),
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index loader_sessions_seat on loader_sessions (user_id, product_id, seat) where ended_at is null;
create index loader_sessions_token on loader_sessions (token_id);
create index loader_sessions_product on loader_sessions (product_id);
create index loader_sessions_device on loader_sessions (device_id);
create index loader_sessions_beat on loader_sessions (beat_at) where ended_at is null;
create index loader_sessions_ended on loader_sessions (ended_at) where ended_at is not null;

-- On how many computers a product may be, and be played at once; for how long a loader may go on
-- without the shop; and whether it is taken off for now.
alter table products
  add column device_limit smallint not null default 1 check (device_limit between 1 and 5),
  add column session_limit smallint not null default 1 check (session_limit between 1 and 5),
  add column offline_hours smallint not null default 0 check (offline_hours between 0 and 168),
  add column loader_offline boolean not null default false;

alter table settings
  add column release_days integer not null default 7 check (release_days between 0 and 365),
  add column releases_a_month integer not null default 2 check (releases_a_month between 1 and 30),
  -- 0: never.
  add column suspend_infractions integer not null default 3 check (suspend_infractions between 0 and 100),
  add column share_devices integer not null default 5 check (share_devices between 1 and 1000),
  add column beat_seconds integer not null default 60 check (beat_seconds between 60 and 300),
  add column loader_minimum text not null default '' check (length(loader_minimum) <= 40);

-- Processes that keep running sessions in memory look again at those of a user.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'access ' || new.user_id);
  return null;
end $$;
create function notify_user_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'access ' || new.id);
  return null;
end $$;
create trigger users_access after update of banned, deleted_at on users
  for each row when (old.banned is distinct from new.banned or old.deleted_at is distinct from new.deleted_at)
  execute function notify_user_access();
-- Time that is added changes nothing for who is playing.
create trigger subscriptions_access after update of ends_at on subscriptions
  for each row when (new.ends_at < old.ends_at) execute function notify_access();
create trigger infractions_access after insert or update on infractions
  for each row execute function notify_access();
create trigger devices_access after update of released_at on devices
  for each row when (old.released_at is distinct from new.released_at) execute function notify_access();
create trigger loader_tokens_access after update of revoked_at on loader_tokens
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function notify_access();
