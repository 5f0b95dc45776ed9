-- Long work on rows that are there already, which a migration begins by a row here: a job does it in batches
-- beside the running shop (server/kernel/background-migrations.ts).
create table background_migrations (
  name text primary key check (name ~ '^[a-z0-9_]{1,80}$'),
  -- The last key whose row is done, and how many rows are.
  done_up_to bigint not null default 0,
  done_rows bigint not null default 0 check (done_rows >= 0),
  began_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Why the last batch failed, until one succeeds.
  error text
);
