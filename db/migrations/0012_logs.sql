-- The log: what happened, and what staff did.

create table logs (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- 0 info, 1 success, 2 warning, 3 error.
  level smallint not null check (level in (0, 1, 2, 3)),
  type text not null check (length(type) between 1 and 60),
  -- A sentence that says what happened; what varies is in the details.
  message text not null check (length(message) between 1 and 500),
  details jsonb not null default '{}',
  user_id bigint
);
-- Each filter, and the pair that few users narrow further, in the order of the list.
create index logs_created on logs (created_at, id);
create index logs_user on logs (user_id, created_at, id) where user_id is not null;
create index logs_type on logs (type, created_at, id);
create index logs_level on logs (level, created_at, id);
create index logs_type_level on logs (type, level, created_at, id);
-- What entries say, each different one in one step.
create index logs_kind on logs (type, message, level, created_at, id);
-- For what is rare; what is frequent is found among the newest first.
create index logs_message on logs using gin (message gin_trgm_ops);
create index logs_details on logs using gin (details jsonb_path_ops);
create trigger logs_append_only before update or delete on logs
  for each row execute function refuse_change();
create trigger logs_never_truncated before truncate on logs
  for each statement execute function refuse_change();
