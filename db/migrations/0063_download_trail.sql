-- The trail of what was handed out: docs/decisions/revocations.md. A copy that another took the place of
-- keeps its row, without its file.
alter table loader_builds
  add column discarded_at timestamptz;

alter table downloads
  -- What the browser or loader called itself.
  add column agent text not null default '' check (length(agent) <= 300),
  -- Of a module; null: of the customer's own copy of the loader.
  add column release_id bigint references loader_releases;
create index downloads_release on downloads (release_id) where release_id is not null;
