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

-- What several members of staff may edit counts its changes, so that a save which was begun from an
-- older state is refused. A trigger counts: no writer forgets it. Its arguments are the columns that
-- nobody on staff edits: a column that is added later and not listed gets in the way of a save and is
-- seen, while one that is missing from a list of what counts would let a save undo another.
create function next_revision() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - tg_argv is distinct from to_jsonb(new) - tg_argv then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

-- Keys that all processes on this database share and nobody configures.
create table secrets (
  name text primary key,
  value bytea not null
);

-- What is not done again for a while (a mail, a log entry that somebody could repeat at will), or not
-- until something is in order again. `times` in a row, so that pauses can grow.
create table throttles (
  key text primary key check (length(key) between 1 and 200),
  times integer not null default 1,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index throttles_end on throttles (ends_at);

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
