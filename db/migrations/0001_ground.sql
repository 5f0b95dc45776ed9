-- What the other files stand on. Money is integer cents, lengths of time are seconds.

-- Finds words within longer texts.
create extension if not exists pg_trgm;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What is cached says so when it changes.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;

-- Keys that all processes on this database share and nobody configures.
create table secrets (
  name text primary key,
  value bytea not null
);

create table settings (
  only_row boolean primary key default true check (only_row),
  maintenance_mode boolean not null default false,
  registration_disabled boolean not null default false,
  registration_by_referral boolean not null default false,
  referral_code_uses integer not null default 0 check (referral_code_uses between 0 and 100),
  updated_at timestamptz not null default now()
);
insert into settings default values;
create trigger settings_changed after update on settings
  for each statement execute function notify_changed('settings');
