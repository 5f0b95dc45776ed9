-- Devices, linked loaders and their sessions (docs/decisions/devices.md,
-- docs/decisions/loader-api.md).

-- Devices that loaders run on (docs/decisions/devices.md).
create table devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  released_at timestamptz,
  name text not null default '' check (length(name) <= 60),
  os text not null default '' check (length(os) <= 60),
  -- HMACs of the device's components by kind, and when each kind last changed.
  marks jsonb not null default '{}',
  drifted jsonb not null default '{}',
  -- The HMACs that only this device has.
  own_marks text[] not null default '{}'
);
create index devices_user on devices (user_id, created_at desc);
create index devices_name on devices using gin (lower(name) gin_trgm_ops) with (fastupdate = off);
create index devices_own_marks on devices using gin (own_marks) with (fastupdate = off);
create trigger devices_access after update of released_at on devices
  for each row when (old.released_at is distinct from new.released_at) execute function notify_access();

-- Device slots of a subscription. The primary key decides concurrent requests for the last one.
create table device_places (
  user_id bigint not null references users on delete cascade,
  product_id bigint not null references products on delete cascade,
  place smallint not null check (place between 1 and 5),
  device_id bigint not null references devices on delete cascade,
  primary key (user_id, product_id, place),
  constraint device_places_once unique (device_id, product_id)
);
create index device_places_product on device_places (product_id);

-- The history of a customer's devices, for staff.
create table device_history (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  device_id bigint references devices on delete cascade,
  kind text not null check (kind in ('bound', 'drifted', 'mismatched', 'released', 'reset', 'cooldown_lifted')),
  -- The staff member, if one did it.
  actor_id bigint references users,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index device_history_user on device_history (user_id, id desc);
create index device_history_device on device_history (device_id) where device_id is not null;
create index device_history_actor on device_history (actor_id) where actor_id is not null;

-- Violations of a customer that the loader or staff recorded.
create table infractions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  type text not null,
  reason text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Set by a reset. A cleared entry no longer counts.
  cleared_at timestamptz
);
create index infractions_user on infractions (user_id, created_at desc);
create trigger infractions_access after insert or update on infractions
  for each row execute function notify_access();

-- Pending device authorizations of loaders (RFC 8628). Their codes expire after ten minutes.
create table loader_pairings (
  id bigint generated always as identity primary key,
  device_code_hash bytea not null unique,
  user_code text not null unique,
  public_key bytea not null check (length(public_key) = 32),
  name text not null check (length(name) <= 60),
  os text not null check (length(os) <= 60),
  -- The content of the copy's stamp. Null without a valid stamp.
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

-- Linked loaders. Only hashes of their tokens are stored, and a token works only with the loader's
-- key.
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
  -- The marks of the last validation, if they differ from the device's.
  seen jsonb,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index loader_tokens_user on loader_tokens (user_id, last_used_at desc);
create index loader_tokens_device on loader_tokens (device_id) where device_id is not null;
create index loader_tokens_build on loader_tokens ((build ->> 'build')) where build is not null;
create index loader_tokens_used on loader_tokens (last_used_at);
create trigger loader_tokens_access after update of revoked_at on loader_tokens
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function notify_access();

-- Running and ended sessions of a product. The unique index on seats limits concurrent sessions.
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
