-- The log and the events in a table for each calendar month, UTC: what is old goes by dropping a table,
-- which costs nothing, where a deletion would cost more than the writing did. The months are in a schema
-- of their own; whoever reads or writes names the whole.

create schema months;

-- A month's table, or the one for what no month was made for: nothing is refused for want of a month.
create function add_month(parent text, part text, bounds text) returns void language plpgsql as $$
begin
  execute format('create table months.%I partition of public.%I %s', part, parent, bounds);
  -- Triggers for rows are handed down by PostgreSQL, those for a truncation are not.
  if parent = 'logs' then
    execute format('create trigger logs_never_truncated before truncate on months.%I
                    for each statement execute function public.refuse_change()', part);
  end if;
end $$;

-- Makes the months from one moment to another and those of what waits for a month, which moves there.
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

-- Drops the months that were over by then, and answers which.
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

alter table logs rename to old_logs;
alter table events rename to old_events;

create table logs (
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  -- 0 info, 1 success, 2 warning, 3 error.
  level smallint not null check (level in (0, 1, 2, 3)),
  type text not null check (length(type) between 1 and 60),
  -- A sentence that says what happened; what varies is in the details.
  message text not null check (length(message) between 1 and 500),
  details jsonb not null default '{}',
  user_id bigint,
  -- In the order of the list.
  primary key (created_at, id)
) partition by range (created_at);
create table events (
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  -- A noun and what became of it: order.finished.
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  -- Whom it is about, and who of the staff did it. They refer to nothing: an event keeps nobody's row.
  user_id bigint,
  actor_id bigint,
  -- As the catalogue declares it for the type; empty once its user was deleted.
  data jsonb not null,
  primary key (created_at, id)
) partition by range (created_at);

select add_month('logs', 'logs_rest', 'default'), add_month('events', 'events_rest', 'default');
select make_months('logs', (select coalesce(min(created_at), now()) from old_logs), now() + interval '2 months'),
       make_months('events', (select coalesce(min(created_at), now()) from old_events), now() + interval '2 months');

insert into logs overriding system value
  select id, created_at, level, type, message, details, user_id from old_logs;
insert into events overriding system value
  select id, created_at, type, user_id, actor_id, data from old_events;
-- Ids go on where they were.
select setval(pg_get_serial_sequence('logs', 'id'), nextval(pg_get_serial_sequence('old_logs', 'id'))),
       setval(pg_get_serial_sequence('events', 'id'), nextval(pg_get_serial_sequence('old_events', 'id')));
drop table old_logs, old_events;

-- Each filter, and the pair that few users narrow further, in the order of the list.
create index logs_user on logs (user_id, created_at, id) where user_id is not null;
create index logs_type on logs (type, created_at, id);
create index logs_level on logs (level, created_at, id);
create index logs_type_level on logs (type, level, created_at, id);
-- What entries say, each different one in one step.
create index logs_kind on logs (type, message, level, created_at, id);
-- For what is rare; what is frequent is found among the newest first.
create index logs_message on logs using gin (message gin_trgm_ops);
create index logs_details on logs using gin (details jsonb_path_ops);
create index events_user on events (user_id, id) where user_id is not null;

create trigger logs_append_only before update or delete on logs
  for each row execute function refuse_all_but_names();
create trigger logs_never_truncated before truncate on logs
  for each statement execute function refuse_change();

-- After how many months entries of the log go; null: never.
alter table settings add column log_months integer check (log_months between 1 and 600);
