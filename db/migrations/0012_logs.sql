-- The log: what happened, and what staff did.

create table logs (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- 0 info, 1 success, 2 warning, 3 error.
  level smallint not null check (level between 0 and 3),
  type text not null check (length(type) between 1 and 60),
  message text not null,
  details jsonb not null default '{}',
  user_id bigint
);
create index logs_created on logs (created_at desc, id desc);
create index logs_user on logs (user_id, id desc) where user_id is not null;
create index logs_type on logs (type, id desc);
create index logs_level on logs (level, id desc);
create trigger logs_append_only before update or delete on logs
  for each row execute function refuse_change();
create trigger logs_never_truncated before truncate on logs
  for each statement execute function refuse_change();
