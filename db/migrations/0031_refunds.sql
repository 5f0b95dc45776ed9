-- Refunds: what goes back of an order, item by item, in parts.

alter table orders
  -- What the provider has taken to give back; the order is refunded when that is all of it.
  add column refunded_cents integer not null default 0,
  add constraint orders_refunded_of_total check (refunded_cents between 0 and total_cents);
alter table order_items
  -- What was asked for or is given back: never more than was paid.
  add column refund_cents integer not null default 0,
  add constraint order_items_refund_of_price check (refund_cents between 0 and list_cents - discount_cents);

create table refunds (
  -- The idempotency key at the provider.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  -- What it goes back of; null where the provider named none.
  payment_id bigint references payments,
  -- Null until the provider has taken it.
  provider_id text unique,
  amount_cents integer not null check (amount_cents > 0),
  -- Written first as asked: whatever the provider does not answer stays so, and is asked again.
  status text not null default 'asked'
    check (status in ('asked', 'pending', 'succeeded', 'failed', 'canceled')),
  -- Why it failed, in the provider's words.
  failure text,
  -- Null of one that was made at the provider.
  reason text check (reason in ('requested', 'not_working', 'duplicate', 'fraud', 'goodwill', 'other')),
  note text not null default '' check (length(note) <= 1000),
  take_time boolean not null,
  give_code boolean not null,
  stop_renewal boolean not null,
  -- The staff member who asked for it.
  actor_id bigint references users,
  -- Made at the provider and split by the shop: somebody has to look at it.
  look_at boolean not null default false,
  -- Why the provider could not be asked last; null once it answered.
  asked_error text,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- When the provider took it, whatever came of it then.
  taken_at timestamptz,
  check (status not in ('pending', 'succeeded') or taken_at is not null)
);
create index refunds_order on refunds (order_id, created_at);
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_actor on refunds (actor_id) where actor_id is not null;
create index refunds_open on refunds (checked_at) where status in ('asked', 'pending');

create table refund_items (
  refund_id uuid not null references refunds on delete cascade,
  order_item_id bigint not null references order_items,
  amount_cents integer not null check (amount_cents > 0),
  -- Of the item's time, what went with it.
  seconds bigint not null default 0 check (seconds >= 0),
  primary key (refund_id, order_item_id)
);
create index refund_items_item on refund_items (order_item_id);

create function refund_items_reserve() returns trigger language plpgsql as $$
begin
  update order_items set refund_cents = refund_cents + new.amount_cents where id = new.order_item_id;
  return new;
end $$;
create trigger refund_items_reserve after insert on refund_items
  for each row execute function refund_items_reserve();

create function refunds_add_up() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from refund_items where refund_id = new.id) <> new.amount_cents then
    raise exception 'refund % is not the sum of its items', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger refunds_add_up after insert on refunds
  deferrable initially deferred for each row execute function refunds_add_up();

-- What went back, by the day (UTC) when the provider took it: see order_days.
create table refund_days (
  day date not null,
  type text not null,
  cents bigint not null,
  pending boolean not null default true
);
create unique index refund_days_folded on refund_days (day, type) where not pending;
create index refund_days_pending on refund_days (day) where pending;

-- A refund only goes forward. What fails or is canceled is free to be asked for again.
create function refunds_follow() returns trigger language plpgsql as $$
declare
  was_back boolean := tg_op = 'UPDATE' and old.status in ('pending', 'succeeded');
  is_back boolean := new.status in ('pending', 'succeeded');
  delta integer := case when is_back then new.amount_cents else -new.amount_cents end;
begin
  if tg_op = 'UPDATE' and old.status <> new.status then
    if old.status in ('failed', 'canceled') or new.status = 'asked'
       or old.status = 'succeeded' and new.status <> 'failed' and new.status <> 'canceled' then
      raise exception 'refund % cannot go from % to %', old.id, old.status, new.status
        using errcode = 'check_violation';
    end if;
    if new.status in ('failed', 'canceled') then
      update order_items set refund_cents = refund_cents - refund_items.amount_cents
        from refund_items where refund_id = new.id and order_item_id = order_items.id;
    end if;
  end if;
  if is_back <> was_back then
    update orders set refunded_cents = refunded_cents + delta where id = new.order_id;
    insert into refund_days (day, type, cents)
    select day_of(new.taken_at), type, delta from orders where id = new.order_id;
  end if;
  return new;
end $$;
create trigger refunds_follow after insert or update of status on refunds
  for each row execute function refunds_follow();

-- An order is finished again when a refund that made it refunded has failed.
create or replace function orders_status_forward() returns trigger language plpgsql as $$
begin
  if old.payment_status = 'finished' and new.payment_status not in ('finished', 'refunded', 'disputed')
     or old.payment_status = 'refunded' and new.payment_status <> 'refunded'
        and not (new.payment_status = 'finished' and new.refunded_cents < new.total_cents
                 and exists (select from refunds where order_id = new.id and status in ('failed', 'canceled')))
     or old.payment_status = 'disputed' and new.payment_status not in ('disputed', 'finished', 'refunded')
  then
    raise exception 'order % cannot go from % to %', old.id, old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Of orders that do not count as paid, what went back was paid once, and counts on that day.
alter table order_days add column refunded bigint not null default 0;

create or replace function count_orders() returns trigger language plpgsql as $$
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

create or replace function fold_days() returns void language plpgsql as $$
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

-- What staff may give back without an administrator.
alter table settings
  add column support_refund_dollars integer not null default 50
    check (support_refund_dollars between 0 and 1000000),
  add column support_refund_days integer not null default 14
    check (support_refund_days between 0 and 3650);
