-- Orders and payments.

-- Queries to VIES about a VAT ID, with the answers.
create table vat_checks (
  id bigint generated always as identity primary key,
  -- With the country code that VIES uses: `EL094259216`.
  vat_id text not null check (vat_id ~ '^[A-Z]{2}[A-Z0-9]{2,15}$'),
  -- The seller's VAT ID.
  requester text not null check (requester ~ '^[A-Z]{2}[A-Z0-9]{2,15}$'),
  state text not null default 'asked' check (state in ('asked', 'valid', 'invalid')),
  created_at timestamptz not null default now(),
  -- The next attempt while there is no answer.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  asked_at timestamptz,
  answered_at timestamptz,
  -- The consultation number of VIES. Null if the seller has no VAT ID of the EU.
  consultation text,
  -- Why there is no answer yet.
  error text,
  check ((state = 'asked') = (answered_at is null))
);
-- Concurrent orders of a company share one query.
create unique index vat_checks_open on vat_checks (vat_id, requester) where state = 'asked';
create index vat_checks_due on vat_checks (due_at) where state = 'asked';
create index vat_checks_latest on vat_checks (vat_id, requester, id desc);

-- The company that a customer buys for, as last entered.
create table companies (
  user_id bigint primary key references users on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 1 and 120),
  address text not null check (length(address) between 1 and 400),
  vat_id text check (vat_id ~ '^[A-Z]{2}[A-Z0-9]{2,20}$')
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  type text not null check (type in ('card', 'crypto', 'free')),
  payment_status text not null default 'waiting' check (payment_status in
    ('waiting', 'confirming', 'partially_paid', 'finished', 'expired', 'failed', 'refunded', 'disputed')),
  total_cents integer not null check (total_cents >= 0),
  -- The amount that the provider has accepted to refund. When it reaches the total, the order is
  -- refunded.
  refunded_cents integer not null default 0,
  -- The order that started the renewal, if this order is a charge of it.
  renews_order_id uuid references orders,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The reserved discount uses are released after this unless a payment is in progress.
  expires_at timestamptz,
  paid_at timestamptz,
  -- The payment arrived after the order had expired.
  paid_late boolean not null default false,
  -- When the customer canceled it. Coins that arrive later count with their value on arrival.
  canceled_at timestamptz,
  -- When money arrived after the price had expired. The order has the price of that moment.
  repriced_at timestamptz,
  -- Why staff must review the order although its payment counts, and since when.
  review text check (review in ('already_refunded', 'lifetime_owned')),
  review_at timestamptz,
  -- When the dispute was lost. Providers report it repeatedly. Null again after a successful
  -- appeal.
  dispute_lost_at timestamptz,
  -- The effect of the open or lost dispute on the order's time.
  dispute_effect text check (dispute_effect in ('frozen', 'revoked', 'left')),
  -- The versions of the terms and the refund policy that the customer accepted.
  terms_version integer check (terms_version > 0),
  refunds_version integer check (refunds_version > 0),
  accepted_at timestamptz,
  -- The customer's address. Null if no customer placed the order, and after its retention period of
  -- 13 months.
  address inet,
  -- As entered for this order: the country, and the company that the customer buys for.
  tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  company_name text,
  company_address text,
  vat_id text,
  -- The query that decides about the tax. Null: VIES does not matter.
  vat_check_id bigint references vat_checks,
  constraint orders_refunded_of_total check (refunded_cents between 0 and total_cents),
  check (num_nulls(terms_version, refunds_version, accepted_at) in (0, 3)),
  check ((review is null) = (review_at is null)),
  constraint orders_company check (
    (company_name is null) = (company_address is null)
    and (company_name is not null or vat_id is null)
    and (vat_id is not null or vat_check_id is null))
);
create index orders_user on orders (user_id, created_at desc);
create index orders_created on orders (created_at desc, id);
create index orders_status on orders (payment_status, created_at desc);
create index orders_unsettled on orders (created_at) where payment_status in ('waiting', 'confirming', 'partially_paid');
-- A customer has one open card order: docs/decisions/one-open-card-order.md. Charges of renewals have no
-- card form.
create unique index orders_open_card on orders (user_id)
  where type = 'card' and payment_status = 'waiting' and renews_order_id is null;
create index orders_review on orders (review_at) where review_at is not null;
create index orders_renews on orders (renews_order_id) where renews_order_id is not null;
create index orders_type on orders (type, created_at desc, id);
-- Finds addresses whose retention period has ended.
create index orders_address_kept on orders (created_at) where address is not null;
create index orders_vat_check on orders (vat_check_id) where vat_check_id is not null;
-- Finds orders and documents by a part of the company's name, or by its VAT ID.
create index orders_company on orders using gin (lower(company_name) gin_trgm_ops)
  with (fastupdate = off) where company_name is not null;
create index orders_vat_id on orders (vat_id, created_at desc) where vat_id is not null;
-- The planner keeps no statistics of partial expression indexes.
create statistics orders_company_text on (lower(company_name)) from orders;
-- Counts and sums orders of an amount by reading the index alone.
create index orders_amount on orders (total_cents, created_at desc, id)
  include (payment_status, type, refunded_cents);
-- More triggers: count_orders() in 18-statistics.sql.

-- A finished order can only become refunded or disputed. It is finished again after a won dispute,
-- or if the refund that made it refunded fails. `server/selling/orders/status.ts` has the same rule.
create function orders_status_forward() returns trigger language plpgsql as $$
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
create trigger orders_status_forward before update of payment_status on orders
  for each row execute function orders_status_forward();

-- The products of an order, at the price of that moment.
create table order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  product_id bigint not null references products,
  product_name text not null,
  -- Null if the item has a plan of its own instead of a default term.
  months smallint check (months in (1, 3, 6, 12)),
  list_cents integer not null check (list_cents >= 0),
  discount_code text,
  discount_cents integer not null default 0 check (discount_cents between 0 and list_cents),
  price_cents integer generated always as (list_cents - discount_cents) stored,
  -- Reserved by refunds. Never more than was paid.
  refund_cents integer not null default 0,
  plan text check (plan ~ '^([1-9][0-9]{0,2}[dwm]|lifetime)$'),
  -- The part of the discount that the sale gives. The rest is the code's.
  sale_cents integer not null default 0,
  -- The customer chose that the card renews it.
  renew boolean not null default false,
  -- It replaces the product's existing renewal, which has another plan or price.
  replace_renewal boolean not null default false,
  -- The code's effect on renewals at the time of purchase, because the code can be deleted before
  -- the payment.
  code_renewals smallint not null default 0 check (code_renewals >= 0),
  code_type smallint check (code_type in (0, 1)),
  code_amount integer check (code_amount > 0),
  unique (order_id, product_id),
  constraint order_items_refund_of_price check (refund_cents between 0 and list_cents - discount_cents),
  constraint order_items_term check (num_nonnulls(months, plan) = 1),
  constraint order_items_sale check (sale_cents between 0 and discount_cents),
  check (code_renewals = 0 or num_nulls(discount_code, code_type, code_amount) = 0)
);
create index order_items_product on order_items (product_id);
-- The planner keeps no statistics of partial expression indexes. Without these it assumed that one
-- order in 200 has any given code, and scanned all orders for rare codes.
create statistics order_items_code_text on (lower(discount_code)) from order_items;
create index order_items_code_newest on order_items (lower(discount_code), id desc)
  where discount_code is not null;

-- A use of a code by an order item. Returned if the order fails or expires.
create table discount_uses (
  order_item_id bigint primary key references order_items on delete cascade,
  discount_id bigint not null references discounts on delete cascade,
  taken_at timestamptz not null default now(),
  returned_at timestamptz
);
create index discount_uses_discount on discount_uses (discount_id);

-- `used_count`, which `max_uses` limits, follows the uses.
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

-- An attempt to pay an order at a provider.
create table payments (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  provider text not null check (provider in ('stripe', 'nowpayments', 'btcpay')),
  -- Stripe: the checkout session, or the charge of a renewal. NOWPayments: the payment id. BTCPay:
  -- the invoice.
  provider_id text not null,
  -- Stripe: the payment intent, which refunds and disputes refer to. NOWPayments: the purchase id.
  provider_reference text,
  status text not null,
  amount_cents integer not null check (amount_cents >= 0),
  -- The address, amount and coin that a crypto payment asks for, and the coins received.
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
  -- The only stored data of the card.
  card_brand text check (length(card_brand) <= 40),
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  -- In the coin's network.
  transaction_id text,
  -- Why the last call to the provider failed. Null after a success.
  asked_error text,
  -- The country of the card, according to its provider: the second piece of evidence for the tax.
  card_country text check (card_country ~ '^[A-Z]{2}$'),
  -- The network has confirmed all received coins. Until then the sender can still spend them
  -- elsewhere, so they are not refunded.
  confirmed boolean not null default true,
  -- The most coins ever seen. The provider of a failed payment may later report none, and the
  -- customer needs the real number.
  seen_coins numeric,
  -- The payment that the customer was asked for. At NOWPayments, a further transfer to its address
  -- is a payment of its own.
  parent_id bigint references payments on delete cascade,
  -- The provider's own status.
  provider_status text,
  -- Why staff must review it. Until then it pays for nothing.
  review text check (review in ('other_coin', 'unknown_status')),
  -- The part of the order that the received coins have paid, each at the rate on arrival.
  worth_cents numeric not null default 0 check (worth_cents >= 0),
  -- The card provider's id of the card number, which is the same for all customers with that card.
  -- It is never shown or logged.
  card_fingerprint text check (length(card_fingerprint) <= 100),
  -- Coins arrived at different exchange rates, so the surplus has no single rate.
  rates_differ boolean not null default false,
  unique (provider, provider_id)
);
create index payments_order on payments (order_id, id desc);
create index payments_reference on payments (provider, provider_reference) where provider_reference is not null;
create index payments_last4 on payments (card_last4, id desc) where card_last4 is not null;
create index payments_provider_id on payments (provider_id text_pattern_ops);
create index payments_provider_reference on payments (provider_reference text_pattern_ops)
  where provider_reference is not null;
create index payments_address on payments (lower(pay_address) text_pattern_ops)
  where pay_address is not null;
create index payments_transaction on payments (lower(transaction_id) text_pattern_ops)
  where transaction_id is not null;
create statistics payments_address_text on (lower(pay_address)) from payments;
create statistics payments_transaction_text on (lower(transaction_id)) from payments;
create index payments_parent on payments (parent_id) where parent_id is not null;
create index payments_review on payments (created_at) where review is not null;
-- Finds orders that expired after a partial payment.
create index payments_partially_paid on payments (order_id) where status = 'partially_paid';

-- Webhooks of providers, stored as received until they are processed and their retention period
-- ends.
create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('stripe', 'nowpayments', 'btcpay')),
  event_id text not null,
  -- The object that processing reads again at the provider. Pending events with the same topic are
  -- processed together.
  topic text,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  worked_at timestamptz,
  error text,
  -- The subject: the provider's id of the object, and the payment intent that a refund refers to.
  object_id text generated always as (coalesce(topic, payload #>> '{data,object,id}')) stored,
  intent_id text generated always as (payload #>> '{data,object,payment_intent}') stored,
  unique (provider, event_id)
);
create index payment_events_unworked on payment_events (received_at) where worked_at is null;
create index payment_events_topic on payment_events (provider, topic) where worked_at is null;
create index payment_events_received on payment_events (received_at);
create index payment_events_object on payment_events (object_id) where object_id is not null;
create index payment_events_intent on payment_events (intent_id) where intent_id is not null;

-- The time up to which the provider's own list of events was compared with the received ones.
create table payment_reconciliations (
  provider text primary key check (provider in ('stripe', 'nowpayments', 'btcpay')),
  reconciled_until timestamptz not null
);
