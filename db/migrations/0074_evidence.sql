-- Files that were traced and kept: docs/decisions/marks.md. A row is written before its file, so that no file is there
-- that nobody finds; it is `traced_at` when what the file says is known.
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
  -- Null: it was kept for as long as it is.
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

-- The copies that a kept file names, and whose they were.
create table evidence_copies (
  evidence_id bigint not null references evidence on delete cascade,
  build uuid not null,
  user_id bigint references users,
  primary key (evidence_id, build)
);
create index evidence_copies_user_id on evidence_copies (user_id);
