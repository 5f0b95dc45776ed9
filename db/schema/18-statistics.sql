-- The figures of the dashboard.

-- The day (UTC) by which figures are counted.
create function day_of(moment timestamptz) returns date
  language sql immutable parallel safe
  return (moment at time zone 'UTC')::date;

-- Figures of the dashboard per day (UTC). A figure is the sum of all rows of its table, and exact
-- at any time. Every change adds a pending row, so that writers do not wait for each other. A job
-- merges the pending rows into one row per day.
create table user_days (
  day date not null,
  deleted boolean not null,
  users bigint not null,
  pending boolean not null default true
);
create unique index user_days_folded on user_days (day, deleted) where not pending;
create index user_days_pending on user_days (day) where pending;

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_days (day, deleted, users)
    select day_of(created_at), deleted_at is not null, count(*) from added group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into user_days (day, deleted, users)
    select day_of(created_at), deleted_at is not null, -count(*) from gone group by 1, 2;
  else
    insert into user_days (day, deleted, users)
    select day, deleted, sum(by) from (
      select day_of(created_at) as day, deleted_at is not null as deleted, 1 as by from added
      union all
      select day_of(created_at), deleted_at is not null, -1 from gone) moved
    group by 1, 2 having sum(by) <> 0;
  end if;
  return null;
end $$;
create trigger count_users_added after insert on users
  referencing new table as added for each statement execute function count_users();
create trigger count_users_gone after delete on users
  referencing old table as gone for each statement execute function count_users();
create trigger count_users_moved after update on users
  referencing old table as gone new table as added for each statement execute function count_users();

-- By the day of the payment, or of the order while it is unpaid.
create table order_days (
  day date not null,
  type text not null,
  payment_status text not null,
  orders bigint not null,
  cents bigint not null,
  pending boolean not null default true,
  -- Refunded cents of orders that no longer count as paid. They were paid once, and count on that
  -- day.
  refunded bigint not null default 0
);
create unique index order_days_folded on order_days (day, type, payment_status) where not pending;
create index order_days_pending on order_days (day) where pending;

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_days (day, type, payment_status, orders, cents, refunded)
    select day_of(coalesce(paid_at, created_at)), type, payment_status, count(*), sum(total_cents),
           sum(refunded_cents)
      from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into order_days (day, type, payment_status, orders, cents, refunded)
    select day_of(coalesce(paid_at, created_at)), type, payment_status, -count(*), -sum(total_cents),
           -sum(refunded_cents)
      from gone group by 1, 2, 3;
  else
    insert into order_days (day, type, payment_status, orders, cents, refunded)
    select day_of(at), type, payment_status, sum(by), sum(by * total_cents), sum(by * refunded_cents)
      from (
      select coalesce(paid_at, created_at) as at, type, payment_status, total_cents, refunded_cents,
             1 as by from added
      union all
      select coalesce(paid_at, created_at), type, payment_status, total_cents, refunded_cents, -1
        from gone) moved
    group by 1, 2, 3
    having sum(by) <> 0 or sum(by * total_cents) <> 0 or sum(by * refunded_cents) <> 0;
  end if;
  return null;
end $$;
create trigger count_orders_added after insert on orders
  referencing new table as added for each statement execute function count_orders();
create trigger count_orders_gone after delete on orders
  referencing old table as gone for each statement execute function count_orders();
create trigger count_orders_moved after update on orders
  referencing old table as gone new table as added for each statement execute function count_orders();

-- Refunded amounts, by the day when the provider accepted the refund.
create table refund_days (
  day date not null,
  type text not null,
  cents bigint not null,
  pending boolean not null default true
);
create unique index refund_days_folded on refund_days (day, type) where not pending;
create index refund_days_pending on refund_days (day) where pending;

-- Runs of time that started and that end on a day.
create table subscription_days (
  day date not null,
  product_id bigint not null,
  started bigint not null,
  ended bigint not null,
  pending boolean not null default true
);
create unique index subscription_days_folded on subscription_days (day, product_id) where not pending;
create index subscription_days_pending on subscription_days (day) where pending;

create function count_subscriptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into subscription_days (day, product_id, started, ended)
    select day, product_id, sum(started), sum(ended) from (
      select day_of(created_at) as day, product_id, 1 as started, 0 as ended from added
      union all
      select day_of(ends_at), product_id, 0, 1 from added) moments
    group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into subscription_days (day, product_id, started, ended)
    select day, product_id, sum(started), sum(ended) from (
      select day_of(created_at) as day, product_id, -1 as started, 0 as ended from gone
      union all
      select day_of(ends_at), product_id, 0, -1 from gone) moments
    group by 1, 2;
  else
    insert into subscription_days (day, product_id, started, ended)
    select day, product_id, sum(started), sum(ended) from (
      select day_of(created_at) as day, product_id, 1 as started, 0 as ended from added
      union all
      select day_of(ends_at), product_id, 0, 1 from added
      union all
      select day_of(created_at), product_id, -1, 0 from gone
      union all
      select day_of(ends_at), product_id, 0, -1 from gone) moments
    group by 1, 2 having sum(started) <> 0 or sum(ended) <> 0;
  end if;
  return null;
end $$;
create trigger count_subscriptions_added after insert on subscriptions
  referencing new table as added for each statement execute function count_subscriptions();
create trigger count_subscriptions_gone after delete on subscriptions
  referencing old table as gone for each statement execute function count_subscriptions();
create trigger count_subscriptions_moved after update on subscriptions
  referencing old table as gone new table as added
  for each statement execute function count_subscriptions();

-- Merges the pending rows. The next call merges rows that were added in the meantime or that another
-- process has locked.
create function fold_days() returns void language plpgsql as $$
begin
  with waiting as materialized (
    delete from user_days where ctid = any (array(
      select ctid from user_days where pending for update skip locked)) returning *)
  insert into user_days (day, deleted, users, pending)
  select day, deleted, sum(users), false from waiting group by 1, 2 order by 1, 2
  on conflict (day, deleted) where not pending
  do update set users = user_days.users + excluded.users;

  with waiting as materialized (
    delete from order_days where ctid = any (array(
      select ctid from order_days where pending for update skip locked)) returning *)
  insert into order_days (day, type, payment_status, orders, cents, refunded, pending)
  select day, type, payment_status, sum(orders), sum(cents), sum(refunded), false from waiting
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, type, payment_status) where not pending
  do update set orders = order_days.orders + excluded.orders,
                cents = order_days.cents + excluded.cents,
                refunded = order_days.refunded + excluded.refunded;

  with waiting as materialized (
    delete from refund_days where ctid = any (array(
      select ctid from refund_days where pending for update skip locked)) returning *)
  insert into refund_days (day, type, cents, pending)
  select day, type, sum(cents), false from waiting group by 1, 2 order by 1, 2
  on conflict (day, type) where not pending
  do update set cents = refund_days.cents + excluded.cents;

  with waiting as materialized (
    delete from subscription_days where ctid = any (array(
      select ctid from subscription_days where pending for update skip locked)) returning *)
  insert into subscription_days (day, product_id, started, ended, pending)
  select day, product_id, sum(started), sum(ended), false from waiting group by 1, 2 order by 1, 2
  on conflict (day, product_id) where not pending
  do update set started = subscription_days.started + excluded.started,
                ended = subscription_days.ended + excluded.ended;
end $$;
