-- What happened, written in the transaction that causes it: what follows elsewhere hangs on it.

create table events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- A noun and what became of it: order.finished.
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  -- Whom it is about, and who of the staff did it. They refer to nothing: an event keeps nobody's row.
  user_id bigint,
  actor_id bigint,
  -- As the catalogue declares it for the type; empty once its user was deleted.
  data jsonb not null
);
create index events_created on events (created_at);
create index events_user on events (user_id, id) where user_id is not null;
