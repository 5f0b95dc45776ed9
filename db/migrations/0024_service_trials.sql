-- Keys that somebody is trying, of a service whose test ends later: when a code is entered or an event
-- arrives, at whichever process. One at a time for each service, sealed like those that are kept.
create table service_trials (
  service text primary key,
  id uuid not null default gen_random_uuid(),
  sealed bytea not null,
  key_id text not null,
  -- What proves it: the hash of a code, or the id of what the provider is to tell of.
  expects text not null,
  guesses integer not null default 0,
  heard_at timestamptz,
  -- It came, signed with another secret.
  missigned_at timestamptz,
  expires_at timestamptz not null
);
