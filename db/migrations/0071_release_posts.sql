-- What was told of a release in a channel of Discord's, once for each of its own channels:
-- docs/decisions/releases.md.
create table release_posts (
  release_id bigint not null references loader_releases on delete cascade,
  channel text not null check (channel in ('stable', 'beta')),
  -- Null while Discord is asked, and where nobody knows whether it did.
  message_id text,
  unknown boolean not null default false,
  begun_at timestamptz not null default now(),
  primary key (release_id, channel),
  check (not unknown or message_id is null)
);
