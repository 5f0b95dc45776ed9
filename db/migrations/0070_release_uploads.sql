-- Files that arrive in parts before they become releases: docs/decisions/releases.md.
create table release_uploads (
  id uuid primary key default gen_random_uuid(),
  -- Who sends it; nobody else goes on with it.
  user_id bigint references users on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  size bigint not null check (size > 0),
  -- What the sender counted over the whole file, in hex.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Bytes that are there, from the first on.
  received bigint not null default 0,
  -- What it has become: asked for again, the same is answered.
  release_id bigint references loader_releases on delete cascade,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  check (received between 0 and size)
);
create index release_uploads_sender on release_uploads (user_id);
create index release_uploads_touched on release_uploads (touched_at);
create index release_uploads_release on release_uploads (release_id) where release_id is not null;

create table release_upload_parts (
  upload_id uuid not null references release_uploads on delete cascade,
  starts_at bigint not null check (starts_at >= 0),
  size bigint not null check (size > 0),
  storage_key text not null,
  primary key (upload_id, starts_at)
);

-- What a key may do; those from before report to the status page.
alter table api_keys
  add column scopes text[] not null default '{report_status}'
    check (cardinality(scopes) > 0
      and scopes <@ array['report_status', 'upload_releases', 'promote_releases']);

-- Which key a pipeline uploaded it with.
alter table loader_releases add column api_key_id bigint references api_keys;
create index loader_releases_api_key on loader_releases (api_key_id) where api_key_id is not null;
