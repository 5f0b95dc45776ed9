-- The log and the events, one table per calendar month (UTC), so that old entries are deleted by
-- dropping a table. The months are in a schema of their own. All code reads and writes the parent
-- tables (docs/decisions/months.md).

create schema months;

-- Creates the table of a month, or the default partition for entries without a month.
create function add_month(parent text, part text, bounds text) returns void language plpgsql as $$
begin
  execute format('create table months.%I partition of public.%I %s', part, parent, bounds);
  -- PostgreSQL copies row triggers to partitions, but not triggers on truncate.
  if parent = 'logs' then
    execute format('create trigger logs_never_truncated before truncate on months.%I
                    for each statement execute function public.refuse_change()', part);
  end if;
end $$;

-- Creates the months of a period, and those of entries in the default partition, which move there.
create function make_months(parent text, first timestamptz, last timestamptz) returns void
language plpgsql set timezone = 'UTC' as $$
declare
  rest text := parent || '_rest';
  waiting boolean;
  month timestamptz;
  part text;
begin
  execute format('select exists (select from months.%I)', rest) into waiting;
  if waiting then
    execute format('alter table public.%I detach partition months.%I', parent, rest);
  end if;
  for month in execute format(
    'select generate_series(date_trunc(''month'', $1), $2, ''1 month'')
     union select date_trunc(''month'', created_at) from months.%I', rest) using first, last
  loop
    part := parent || to_char(month, '_YYYY_MM');
    if to_regclass('months.' || part) is null then
      perform add_month(parent, part,
        format('for values from (%L) to (%L)', month, month + interval '1 month'));
    end if;
  end loop;
  if waiting then
    execute format('insert into public.%I overriding system value select * from months.%I', parent, rest);
    execute format('drop table months.%I', rest);
    perform add_month(parent, rest, 'default');
  end if;
end $$;

-- Drops the months that ended before a moment, and returns their names.
create function drop_months(parent text, by timestamptz) returns setof text
language plpgsql set timezone = 'UTC' as $$
declare
  month timestamptz;
begin
  for month in
    select to_date(right(relname, 7), 'YYYY_MM') from pg_class
     where relnamespace = 'months'::regnamespace and relkind = 'r'
       and relname ~ ('^' || parent || '_\d{4}_\d\d$')
     order by 1
  loop
    exit when month + interval '1 month' > by;
    execute format('drop table months.%I', parent || to_char(month, '_YYYY_MM'));
    return next to_char(month, 'YYYY-MM');
  end loop;
end $$;

create table logs (
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  -- 0 info, 1 success, 2 warning, 3 error.
  level smallint not null check (level in (0, 1, 2, 3)),
  type text not null check (length(type) between 1 and 60),
  -- A fixed sentence. Values that vary are in the details.
  message text not null check (length(message) between 1 and 500),
  details jsonb not null default '{}',
  user_id bigint,
  -- In the order of the list.
  primary key (created_at, id)
) partition by range (created_at);
-- One index per filter, and one for the pair of filters that a user rarely narrows further, in the
-- order of the list.
create index logs_user on logs (user_id, created_at, id) where user_id is not null;
create index logs_type on logs (type, created_at, id);
create index logs_level on logs (level, created_at, id);
create index logs_type_level on logs (type, level, created_at, id);
-- Lists the distinct messages.
create index logs_kind on logs (type, message, level, created_at, id);
-- For rare entries. Frequent ones are found among the newest.
create index logs_message on logs using gin (message gin_trgm_ops);
create index logs_details on logs using gin (details jsonb_path_ops);
create trigger logs_never_truncated before truncate on logs
  for each statement execute function refuse_change();

-- Removes the personal data from a log entry when its user is deleted: names, addresses, reasons of
-- bans, and the names and systems of devices. Only these fields may contain such data.
create function without_names(details jsonb) returns jsonb language sql immutable as $$
  select details - '{reason,email,username,device_name,device_os}'::text[]
    #- '{before,username}' #- '{after,username}' #- '{before,email}' #- '{after,email}'
$$;

-- The log is append-only. The only change that it allows is removing the personal data of a deleted
-- user.
create function refuse_all_but_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and new.details = without_names(old.details)
     and to_jsonb(new) - 'details' = to_jsonb(old) - 'details'
     and exists (select from users where id = old.user_id and deleted_at is not null)
  then
    return new;
  end if;
  raise exception 'logs is append-only' using errcode = 'restrict_violation';
end $$;
create trigger logs_append_only before update or delete on logs
  for each row execute function refuse_all_but_names();

create table events (
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  -- A noun and what happened to it: `order.finished`.
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  -- The user concerned, and the staff member who caused it. No foreign keys, so that rows can be
  -- deleted.
  user_id bigint,
  actor_id bigint,
  -- As declared for the type in the catalogue. Empty once its user is deleted.
  data jsonb not null,
  primary key (created_at, id)
) partition by range (created_at);
create index events_user on events (user_id, id) where user_id is not null;

select add_month('logs', 'logs_rest', 'default'), add_month('events', 'events_rest', 'default');
select make_months('logs', now(), now() + interval '2 months'),
       make_months('events', now(), now() + interval '2 months');
