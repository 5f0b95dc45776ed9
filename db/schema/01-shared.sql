-- Functions and tables that all domains use. Money is in integer cents, durations are in seconds.
-- Each table and function is defined once, in the file of its domain. A trigger that another domain
-- puts on a table stands with its function, in that domain.

create extension if not exists pg_trgm;

-- For append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Notifies all processes that cached data of the topic in the argument has changed.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;

-- Counts the changes of a row that several staff members may edit, so that a save that started from
-- an older state is refused. A trigger counts, so no writer can forget it. Its arguments are the
-- columns that staff do not edit. If a new column is not listed, saves are refused too often, which
-- is noticed. If the edited columns were listed instead, a forgotten one would let a save overwrite
-- another.
create function next_revision() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - tg_argv is distinct from to_jsonb(new) - tg_argv then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

-- Processes that cache running loader sessions reload those of this user.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'access ' || new.user_id);
  return null;
end $$;

-- Random keys that all processes share and that nobody configures.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Secrets that the shop generates, sealed with a key that is not in this database, as
-- `service_keys` are.
create table sealed_secrets (
  name text primary key,
  sealed bytea not null,
  key_id text not null
);

-- Actions that must not be repeated for a while (mails, log entries that a visitor could repeat at
-- will), or not until a problem is solved. `times` counts repetitions in a row, so that intervals
-- can grow.
create table throttles (
  key text primary key check (length(key) between 1 and 200),
  times integer not null default 1,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index throttles_end on throttles (ends_at);

-- Rate limits: the number of requests of each visitor or user, over all processes. Unlogged,
-- because counts may be lost in a crash.
create unlogged table request_counts (
  -- A hash of the endpoint and the visitor or user.
  key bytea primary key check (length(key) = 16),
  times integer not null default 1,
  ends_at timestamptz not null
);
create index request_counts_end on request_counts (ends_at);

-- Files that were written before a row refers to them. The transaction that writes that row deletes
-- the entry. Files of a killed process are deleted a day later, with their entry.
create table files_begun (
  storage_key text primary key,
  begun_at timestamptz not null default now()
);

-- Free disk space of each machine for files. Its processes update it every minute.
create table machine_disks (
  machine text primary key,
  free_bytes bigint not null,
  total_bytes bigint not null,
  noted_at timestamptz not null default now()
);

-- Long changes of existing rows. A migration starts one by inserting its name here, and a job works
-- in batches while the shop runs (server/kernel/migrations/background-migrations.ts).
create table background_migrations (
  name text primary key check (name ~ '^[a-z0-9_]{1,80}$'),
  -- The last key that is done, and the number of rows that are.
  done_up_to bigint not null default 0,
  done_rows bigint not null default 0 check (done_rows >= 0),
  began_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Why the last batch failed. Null once one succeeds.
  error text
);

-- When each scheduled job is added to the queue next (server/kernel/jobs/schedules.ts).
create table schedules (
  -- The job's name and the crontab expression.
  identifier text primary key,
  next_at timestamptz not null
);

-- Adds a job. graphile_worker.add_job plans its four statements again at each call, which takes
-- five times as long as running them. This function does the same for one job without a queue or
-- flags. If the job with the same key starts at this moment, the new one is not lost.
create function add_job(
  name text, payload json, run_at timestamptz, key text, keep_run_at boolean,
  max_attempts integer, priority integer
) returns void language plpgsql as $$
#variable_conflict use_column
declare
  task integer;
begin
  select id into task from graphile_worker._private_tasks where identifier = add_job.name;
  if task is null then
    perform graphile_worker.add_job(
      add_job.name, add_job.payload, run_at => add_job.run_at, job_key => add_job.key,
      max_attempts => add_job.max_attempts, priority => add_job.priority);
    return;
  end if;
  loop
    if add_job.key is not null then
      -- A running job does not know the new payload, so it does not count as the new job. It keeps its
      -- attempts: if it is killed or fails, it is retried. graphile_worker's own function would mark it
      -- as failed permanently.
      update graphile_worker._private_jobs set key = null, updated_at = now()
       where key = add_job.key and is_available is not true;
    end if;
    insert into graphile_worker._private_jobs as jobs
      (task_id, payload, run_at, max_attempts, key, priority)
    values (task, add_job.payload, coalesce(add_job.run_at, now()), add_job.max_attempts,
            add_job.key, add_job.priority)
    on conflict (key) do update
       set task_id = excluded.task_id, payload = excluded.payload,
           max_attempts = excluded.max_attempts, priority = excluded.priority,
           run_at = case when add_job.keep_run_at and jobs.attempts = 0
                         then jobs.run_at else excluded.run_at end,
           revision = jobs.revision + 1, flags = null, attempts = 0, last_error = null,
           updated_at = now()
     where jobs.locked_at is null;
    exit when found;
  end loop;
  perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
end $$;
