-- Builds that were taken back: docs/decisions/revocations.md. What is issued after an act is not meant.
create table build_revocations (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('build', 'customer', 'below')),
  build_id uuid check ((build_id is not null) = (scope = 'build')),
  -- Whose builds; null: of everybody.
  user_id bigint references users check ((user_id is null) = (scope = 'below')),
  below text check ((below is not null) = (scope = 'below')),
  -- Those that were below it then: versions are not compared in SQL.
  versions text[] check ((versions is not null) = (scope = 'below')),
  state text not null check (state in ('suspended', 'revoked')),
  reason text not null check (length(reason) between 1 and 300),
  actor_id bigint not null references users,
  created_at timestamptz not null default now(),
  undone_by bigint references users,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index build_revocations_standing on build_revocations (user_id) where undone_at is null;
create index build_revocations_user on build_revocations (user_id, id desc) where user_id is not null;
create index build_revocations_actor on build_revocations (actor_id);
create index build_revocations_undone on build_revocations (undone_by) where undone_by is not null;

-- Whom running sessions are looked at again of; 0: of everybody.
create function notify_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'access ' || coalesce(new.user_id, 0));
  return null;
end $$;
create trigger build_revocations_access after insert or update on build_revocations
  for each row execute function notify_revocation();
