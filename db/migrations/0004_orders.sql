-- Orders and payments.

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  type text not null check (type in ('card', 'crypto', 'free')),
  payment_status text not null default 'waiting' check (payment_status in
    ('waiting', 'confirming', 'partially_paid', 'finished', 'expired', 'failed', 'refunded', 'disputed')),
  total_cents integer not null check (total_cents >= 0),
  -- The card subscription that renews this order, and the order that it renews.
  stripe_subscription_id text,
  autorenew boolean not null default false,
  renews_order_id uuid references orders,
  -- When the renewal of this order is due, of the latest order of a card subscription.
  renews_at timestamptz,
  created_at timestamptz not null default now(),
  -- Codes are given back after this unless money is on its way.
  expires_at timestamptz,
  -- Money came after the order had expired.
  paid_late boolean not null default false,
  paid_at timestamptz,
  updated_at timestamptz not null default now()
);
create index orders_user on orders (user_id, created_at desc);
create index orders_created on orders (created_at desc, id);
create index orders_status on orders (payment_status, created_at desc);
create index orders_unsettled on orders (created_at) where payment_status in ('waiting', 'confirming', 'partially_paid');
create index orders_renewing on orders (renews_at) where autorenew;
create index orders_renews on orders (renews_order_id) where renews_order_id is not null;
create index orders_subscription on orders (stripe_subscription_id) where stripe_subscription_id is not null;

-- Finished goes on only to refunded or disputed; a won dispute or a refund ends it.
create function orders_status_forward() returns trigger language plpgsql as $$
begin
  if old.payment_status = 'finished' and new.payment_status not in ('finished', 'refunded', 'disputed')
     or old.payment_status = 'refunded' and new.payment_status <> 'refunded'
     or old.payment_status = 'disputed' and new.payment_status not in ('disputed', 'finished', 'refunded')
  then
    raise exception 'order % cannot go from % to %', old.id, old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_status_forward before update of payment_status on orders
  for each row execute function orders_status_forward();

create table order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  product_id bigint not null references products,
  product_name text not null,
  months smallint not null check (months in (1, 3, 6, 12)),
  list_cents integer not null check (list_cents >= 0),
  discount_code text,
  discount_cents integer not null default 0 check (discount_cents between 0 and list_cents),
  price_cents integer generated always as (list_cents - discount_cents) stored,
  unique (order_id, product_id)
);
create index order_items_product on order_items (product_id);

-- One use of a code by one order item; given back when the order comes to nothing.
create table discount_uses (
  order_item_id bigint primary key references order_items on delete cascade,
  discount_id bigint not null references discounts on delete cascade,
  taken_at timestamptz not null default now(),
  returned_at timestamptz
);
create index discount_uses_discount on discount_uses (discount_id);

-- The count that max_uses guards follows the uses themselves.
create function discount_uses_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update discounts set used_count = used_count + 1 where id = new.discount_id;
  elsif old.returned_at is null and new.returned_at is not null then
    update discounts set used_count = used_count - 1 where id = new.discount_id;
  elsif old.returned_at is not null and new.returned_at is null then
    update discounts set used_count = used_count + 1 where id = new.discount_id;
  end if;
  return new;
end $$;
create trigger discount_uses_count after insert or update of returned_at on discount_uses
  for each row execute function discount_uses_count();

-- One attempt to pay an order at a provider.
create table payments (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  provider text not null check (provider in ('stripe', 'nowpayments', 'btcpay')),
  -- Stripe: the checkout session, or the invoice of a renewal. NOWPayments: the payment id.
  provider_id text not null,
  -- Stripe: the payment intent, which refunds and disputes name. NOWPayments: the purchase id.
  provider_reference text,
  status text not null,
  amount_cents integer not null check (amount_cents >= 0),
  pay_address text,
  pay_extra_id text,
  pay_network text,
  pay_amount numeric,
  pay_currency text,
  actually_paid numeric,
  client_secret text,
  expires_at timestamptz,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index payments_order on payments (order_id, id desc);
create index payments_reference on payments (provider, provider_reference) where provider_reference is not null;

-- What providers told, kept as they told it until it is worked and forgotten.
create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('stripe', 'nowpayments', 'btcpay')),
  event_id text not null,
  -- What it has read anew at the provider: those that wait of the same topic are worked as one.
  topic text,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  worked_at timestamptz,
  error text,
  unique (provider, event_id)
);
create index payment_events_unworked on payment_events (received_at) where worked_at is null;
create index payment_events_topic on payment_events (provider, topic) where worked_at is null;
create index payment_events_received on payment_events (received_at);

-- Until when a provider's own list of what happened has been compared with what it has told.
create table payment_looks (
  provider text primary key check (provider in ('stripe', 'nowpayments', 'btcpay')),
  looked_until timestamptz not null
);
