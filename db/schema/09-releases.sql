-- Releases of the loader and of modules, copies of the loader, and traced copies
-- (docs/decisions/releases.md).

-- Releases of the loader, and of the modules of products.
create table loader_releases (
  id bigint generated always as identity primary key,
  version text not null check (version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$'),
  storage_key text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  notes text not null default '' check (length(notes) <= 20000),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  -- The product whose module it is. Null: a release of the loader.
  product_id bigint references products,
  channel text not null default 'stable' check (channel in ('stable', 'beta')),
  -- The oldest loader version that may run the module. Null: any.
  minimum text check (minimum ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$'),
  -- The share of customers that are offered it once it is promoted.
  percent smallint not null default 100 check (percent between 0 and 100),
  revision integer not null default 1,
  -- The notes as HTML, with a hash of the notes and the renderer, because rendering is slow.
  html text,
  rendered_from bytea,
  -- The positions in the file where copies are marked, found at the upload
  -- (docs/decisions/marks.md).
  slots integer[] not null default '{}' check (cardinality(slots) <= 256),
  -- The API key of the pipeline that uploaded it.
  api_key_id bigint references api_keys,
  -- It has an Authenticode signature (docs/decisions/loader-stamp.md).
  signed boolean not null default false
);
create index loader_releases_creator on loader_releases (created_by) where created_by is not null;
-- Code recognises an existing version by this name, as if it were a constraint.
create unique index loader_releases_version_key
  on loader_releases (coalesce(product_id, 0), version);
create index loader_releases_product on loader_releases (product_id, id desc);
create index loader_releases_api_key on loader_releases (api_key_id) where api_key_id is not null;
create trigger loader_releases_revision before update on loader_releases for each row
  execute function next_revision('revision');
create trigger loader_releases_changed after update of notes, percent, channel on loader_releases
  for each statement execute function notify_changed('catalogue');

-- The releases offered in a channel, newest last. Rolling back ends the newest.
create table loader_promotions (
  id bigint generated always as identity primary key,
  release_id bigint not null references loader_releases,
  channel text not null check (channel in ('stable', 'beta')),
  promoted_at timestamptz not null default now(),
  promoted_by bigint references users,
  rolled_back_at timestamptz
);
create index loader_promotions_release on loader_promotions (release_id);
create index loader_promotions_promoter on loader_promotions (promoted_by)
  where promoted_by is not null;
create index loader_promotions_standing on loader_promotions (channel, id desc)
  where rolled_back_at is null;
-- The changelog of a product is cached.
create trigger loader_promotions_changed after insert or update or delete on loader_promotions
  for each statement execute function notify_changed('catalogue');

-- Customers who chose to be offered betas.
create table beta_testers (
  user_id bigint primary key references users on delete cascade,
  chosen_at timestamptz not null default now()
);

-- Customers who receive mails about new releases of their products.
create table release_followers (
  user_id bigint primary key references users on delete cascade,
  created_at timestamptz not null default now()
);

-- Announcements of releases in Discord, one per release channel (docs/decisions/releases.md).
create table release_posts (
  release_id bigint not null references loader_releases on delete cascade,
  channel text not null check (channel in ('stable', 'beta')),
  -- Null while Discord is called, or if the result of the call is not known.
  message_id text,
  unknown boolean not null default false,
  begun_at timestamptz not null default now(),
  primary key (release_id, channel),
  check (not unknown or message_id is null)
);

-- Files that are uploaded in parts before they become releases (docs/decisions/releases.md).
create table release_uploads (
  id uuid primary key default gen_random_uuid(),
  -- The sender. Only the sender can continue it.
  user_id bigint references users on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  size bigint not null check (size > 0),
  -- The hash that the sender calculated over the whole file, in hex.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The number of bytes received, without gaps.
  received bigint not null default 0,
  -- The release that it became. A repeated request gets the same answer.
  release_id bigint references loader_releases on delete cascade,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  -- A pipeline's API key, instead of a user.
  api_key_id bigint references api_keys,
  check (received between 0 and size),
  constraint release_uploads_sender_check check (num_nonnulls(user_id, api_key_id) <= 1)
);
create index release_uploads_sender on release_uploads (user_id);
create index release_uploads_touched on release_uploads (touched_at);
create index release_uploads_release on release_uploads (release_id) where release_id is not null;
create index release_uploads_api_key on release_uploads (api_key_id) where api_key_id is not null;

-- The received parts of an upload.
create table release_upload_parts (
  upload_id uuid not null references release_uploads on delete cascade,
  starts_at bigint not null check (starts_at >= 0),
  size bigint not null check (size > 0),
  storage_key text not null,
  primary key (upload_id, starts_at)
);

-- A copy of the loader for one customer. Each is marked so that a leaked one can be traced
-- (docs/decisions/marks.md).
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
  -- When a newer copy replaced it. The row is kept and the file is deleted
  -- (docs/decisions/revocations.md).
  discarded_at timestamptz,
  check (status <> 'ready' or (storage_key is not null and size is not null and sha256 is not null))
);
create unique index loader_builds_one_at_a_time on loader_builds (user_id) where status = 'building';
create index loader_builds_user on loader_builds (user_id, requested_at desc);
create index loader_builds_recent on loader_builds (requested_at desc);
create index loader_builds_status on loader_builds (status, requested_at desc);
create index loader_builds_release on loader_builds (release_id, status);
-- Finds the copy with a traced hash.
create index loader_builds_sha256 on loader_builds (sha256) where sha256 is not null;

-- Each started download of a copy of the loader or of a module.
create table downloads (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  build_id uuid references loader_builds on delete set null,
  version text not null,
  address inet not null,
  created_at timestamptz not null default now(),
  -- The User-Agent header.
  agent text not null default '' check (length(agent) <= 300),
  -- The module. Null: the customer's copy of the loader.
  release_id bigint references loader_releases
);
create index downloads_user on downloads (user_id, id desc);
create index downloads_build on downloads (build_id) where build_id is not null;
create index downloads_created on downloads (created_at);
create index downloads_release on downloads (release_id) where release_id is not null;

-- Revoked copies (docs/decisions/revocations.md). A revocation covers only copies that were created
-- before it.
create table build_revocations (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('build', 'customer', 'below')),
  build_id uuid check ((build_id is not null) = (scope = 'build')),
  -- The customer whose copies it covers. Null: all customers.
  user_id bigint references users check ((user_id is null) = (scope = 'below')),
  below text check ((below is not null) = (scope = 'below')),
  -- The versions below `below` at that time, because SQL cannot compare versions.
  versions text[] check ((versions is not null) = (scope = 'below')),
  state text not null check (state in ('suspended', 'revoked')),
  reason text not null check (length(reason) between 1 and 300),
  actor_id bigint not null references users,
  created_at timestamptz not null default now(),
  undone_by bigint references users,
  undone_at timestamptz,
  -- Generated by the browser for each request, so that a repeated request does not revoke newer
  -- copies.
  request_id uuid unique,
  check ((undone_by is null) = (undone_at is null))
);
create index build_revocations_standing on build_revocations (user_id) where undone_at is null;
create index build_revocations_user on build_revocations (user_id, id desc) where user_id is not null;
create index build_revocations_actor on build_revocations (actor_id);
create index build_revocations_undone on build_revocations (undone_by) where undone_by is not null;

-- Processes that cache running loader sessions reload those of the user. 0: of all users.
create function notify_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'access ' || coalesce(new.user_id, 0));
  return null;
end $$;
create trigger build_revocations_access after insert or update on build_revocations
  for each row execute function notify_revocation();

-- The devices that used a copy within a day, to warn staff about shared copies. Stores at most one
-- more than the limit in the settings.
create table build_computers (
  build uuid not null,
  -- A hash of the marks that are unique to the device. A device that changes a part is still
  -- recognised.
  computer bytea not null check (length(computer) = 32),
  own_marks text[] not null check (cardinality(own_marks) > 0),
  seen_at timestamptz not null default now(),
  primary key (build, computer)
);
create index build_computers_seen on build_computers (seen_at);

-- Traced files that staff keep (docs/decisions/marks.md). The row is written before its file, so
-- that no file exists without a row. `traced_at` is set when the trace is complete.
create table evidence (
  id bigint generated always as identity primary key,
  storage_key text unique,
  file_name text not null check (length(file_name) <= 200),
  size bigint check (size >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  verdict text,
  kept_by bigint not null references users,
  created_at timestamptz not null default now(),
  traced_at timestamptz,
  deleted_at timestamptz,
  -- Null: deleted at the end of its retention period.
  deleted_by bigint references users,
  deletion_reason text check (length(deletion_reason) <= 500),
  check (num_nulls(traced_at, size, sha256, verdict) in (0, 4)),
  check ((storage_key is null) = (deleted_at is not null)),
  check ((deletion_reason is null) = (deleted_at is null))
);
create index evidence_kept_by on evidence (kept_by);
create index evidence_deleted_by on evidence (deleted_by);
-- The same file is kept once.
create unique index evidence_sha256 on evidence (sha256) where deleted_at is null;

-- The copies that a kept file identifies, with their customers.
create table evidence_copies (
  evidence_id bigint not null references evidence on delete cascade,
  build uuid not null,
  user_id bigint references users,
  primary key (evidence_id, build)
);
create index evidence_copies_user_id on evidence_copies (user_id);
