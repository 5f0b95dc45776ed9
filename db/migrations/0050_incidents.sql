-- What was down, and since when: docs/decisions/fair-time.md.

-- Which modules a product needs. No reference to modules: one that a pipeline takes off the status page
-- and reports again is the same module.
create table product_modules (
  product_id bigint not null references products on delete cascade,
  repo text not null check (length(repo) between 1 and 100),
  primary key (product_id, repo)
);
create index product_modules_repo on product_modules (repo);
create trigger product_modules_changed after insert or update or delete or truncate on product_modules
  for each statement execute function notify_changed('status');

-- Each state that a module had, by whomever it was set: a trigger writes it with the change.
create table module_periods (
  id bigint generated always as identity primary key,
  repo text not null,
  -- Null: it is not on the status page.
  status text check (status in ('operational', 'updating', 'maintenance', 'offline')),
  since timestamptz not null
);
create index module_periods_repo on module_periods (repo, since, id);
create trigger module_periods_append_only before update or delete on module_periods
  for each row execute function refuse_change();
create trigger module_periods_never_truncated before truncate on module_periods
  for each statement execute function refuse_change();

create function module_periods_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into module_periods (repo, status, since) values (old.repo, null, clock_timestamp());
  elsif tg_op = 'INSERT' then
    insert into module_periods (repo, status, since) values (new.repo, new.status, new.last_updated);
  else
    insert into module_periods (repo, status, since) values (new.repo, new.status, clock_timestamp());
  end if;
  return null;
end $$;
create trigger modules_noted after insert or delete on modules
  for each row execute function module_periods_note();
create trigger modules_status_noted after update of status on modules
  for each row when (old.status <> new.status) execute function module_periods_note();

insert into module_periods (repo, status, since) select repo, status, last_updated from modules;

create table incidents (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  -- What its modules are while it goes on.
  status text not null check (status in ('operational', 'updating', 'maintenance', 'offline')),
  state text not null check (state in ('planned', 'open', 'closed', 'cancelled')),
  starts_at timestamptz not null,
  -- Until when a planned window is to last.
  planned_end timestamptz check (planned_end > starts_at),
  ended_at timestamptz check (ended_at >= starts_at),
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  check ((state = 'closed') = (ended_at is not null))
);
create index incidents_state on incidents (state, starts_at desc);
create index incidents_starts on incidents (starts_at desc, id desc);
create index incidents_created_by on incidents (created_by);

create table incident_modules (
  incident_id bigint not null references incidents,
  repo text not null check (length(repo) between 1 and 100),
  primary key (incident_id, repo)
);
create index incident_modules_repo on incident_modules (repo);

create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents,
  text text not null check (length(text) between 1 and 4000),
  created_by bigint not null references users,
  created_at timestamptz not null default now()
);
create index incident_updates_incident on incident_updates (incident_id, id);
create index incident_updates_created_by on incident_updates (created_by);

create trigger incidents_changed after insert or update or delete or truncate on incidents
  for each statement execute function notify_changed('status');
create trigger incident_updates_changed after insert or update or delete or truncate on incident_updates
  for each statement execute function notify_changed('status');

-- Who asked on the status page to be mailed of incidents.
create table incident_followers (
  user_id bigint primary key references users,
  created_at timestamptz not null default now()
);

-- What becomes of the time that a product was down. A product without a row has what is written here.
create table time_policies (
  product_id bigint primary key references products on delete cascade,
  -- Which states count, and from how many minutes on.
  states text[] not null default '{maintenance,offline}'
    check (states <@ '{updating,maintenance,offline}'::text[]),
  from_minutes integer not null default 60 check (from_minutes between 0 and 10080),
  mode text not null default 'credit' check (mode in ('credit', 'still')),
  rounding text not null default 'second' check (rounding in ('second', 'hour', 'day')),
  -- How many percent of the lost time are given.
  percent integer not null default 100 check (percent between 100 and 200),
  revision integer not null default 1
);
create trigger time_policies_changed after insert or update or delete or truncate on time_policies
  for each statement execute function notify_changed('status');
