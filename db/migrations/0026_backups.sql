-- Each backup that was made, and each that could not be. Of one that succeeded the error is null.
create table backups (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  name text,
  -- Without keys.
  place text not null,
  encrypted boolean not null,
  bytes bigint,
  took_ms integer not null,
  error text,
  check ((name is null) = (error is not null))
);
create index backups_made on backups (made_at) where error is null;

-- When one is made every day, in UTC; off until an administrator says so.
create table backup_schedule (
  only_row boolean primary key default true check (only_row),
  enabled boolean not null default false,
  minute_of_day integer not null default 150 check (minute_of_day between 0 and 1439),
  keep integer not null default 7 check (keep between 1 and 365),
  -- Since when it is on: before, nothing is overdue.
  enabled_at timestamptz,
  -- The last one that it began.
  begun_at timestamptz,
  revision integer not null default 1
);
insert into backup_schedule default values;
create trigger backup_schedule_revision before update on backup_schedule for each row execute function
  next_revision('revision', 'enabled_at', 'begun_at');
