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

-- When one is made every day, in UTC; null: never.
alter table settings
  add column backup_at text check (backup_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column backup_keep integer not null default 7 check (backup_keep between 1 and 365),
  -- Since when it is on: before, nothing is overdue.
  add column backup_since timestamptz;

create function settings_backup_since() returns trigger language plpgsql as $$
begin
  if new.backup_at is null then
    new.backup_since := null;
  elsif old.backup_at is null then
    new.backup_since := now();
  end if;
  return new;
end $$;
create trigger settings_backup_since before update of backup_at on settings
  for each row execute function settings_backup_since();
