-- Releases of the loader and the builds made of them.

create table loader_releases (
  id bigint generated always as identity primary key,
  version text not null unique check (version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$'),
  storage_key text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  notes text not null default '' check (length(notes) <= 1000),
  current boolean not null default false,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create index loader_releases_creator on loader_releases (created_by) where created_by is not null;
create unique index loader_releases_current on loader_releases (current) where current;

create table loader_builds (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  release_id bigint not null references loader_releases,
  status text not null default 'building' check (status in ('building', 'ready', 'failed')),
  storage_key text,
  size bigint,
  sha256 text,
  error text,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  check (status <> 'ready' or (storage_key is not null and size is not null and sha256 is not null))
);
create unique index loader_builds_one_at_a_time on loader_builds (user_id) where status = 'building';
create index loader_builds_user on loader_builds (user_id, requested_at desc);
create index loader_builds_recent on loader_builds (requested_at desc);
create index loader_builds_status on loader_builds (status, requested_at desc);
create index loader_builds_release on loader_builds (release_id, status);
