-- Disputes (docs/decisions/disputes.md), refunds, and refunds of crypto payments.

-- Disputes (chargebacks) and inquiries, as reported by the card provider.
create table disputes (
  id bigint generated always as identity primary key,
  -- The provider's id.
  provider_id text not null unique,
  order_id uuid not null references orders,
  state text not null check (state in
    ('warning', 'needs_response', 'under_review', 'won', 'lost', 'withdrawn')),
  reason text not null check (length(reason) <= 100),
  -- The card network's code for the reason.
  network_reason text check (length(network_reason) <= 100),
  amount_cents integer not null check (amount_cents >= 0),
  -- The deadline for an answer. Null if the bank accepts none.
  due_at timestamptz,
  -- The effect on the order's time at the opening. Null of a warning, which moves no money.
  opening text check (opening in ('frozen', 'revoked', 'left')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Hours before the deadline at the last reminder to administrators.
  reminded_hours smallint check (reminded_hours in (72, 24)),
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- By the provider's field names.
  evidence jsonb not null default '{}',
  revision integer not null default 1,
  collected_at timestamptz,
  -- The answer: submitted evidence, or acceptance. Written before the provider is called.
  answer text check (answer in ('submitted', 'accepted')),
  answered_by bigint references users,
  asked_at timestamptz,
  -- When the provider accepted the answer.
  answered_at timestamptz,
  -- Why the last call failed.
  asked_error text,
  check ((state in ('won', 'lost', 'withdrawn')) = (closed_at is not null)),
  check ((answer is null) = (asked_at is null)),
  check (answered_at is null or answer is not null)
);
create index disputes_order on disputes (order_id, id);
-- For the list: disputes that need a response by deadline, then those under review, then the rest.
create index disputes_state on disputes (state, due_at, id);
create index disputes_opened on disputes (opened_at desc, id desc);
create index disputes_open on disputes (due_at)
  where state in ('warning', 'needs_response', 'under_review');
create index disputes_asked on disputes (asked_at) where answer is not null and answered_at is null;
create index disputes_answered_by on disputes (answered_by) where answered_by is not null;

-- Refunds in money or coins, for a whole order or for parts of it.
create table refunds (
  -- Also the idempotency key at the provider.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  -- The refunded payment. Null if the provider named none.
  payment_id bigint references payments,
  -- Null until the provider has accepted it.
  provider_id text unique,
  amount_cents integer not null check (amount_cents > 0),
  -- Stored as `asked` before the provider is called. Without an answer, the call is repeated.
  status text not null default 'asked'
    check (status in ('asked', 'pending', 'succeeded', 'failed', 'canceled')),
  -- Why it failed, according to the provider.
  failure text,
  -- Null of a refund that was made at the provider.
  reason text check (reason in ('requested', 'not_working', 'duplicate', 'fraud', 'goodwill', 'other')),
  note text not null default '' check (length(note) <= 1000),
  take_time boolean not null,
  -- A part of a lifetime has no length, so refunding a part of its price either ends it or keeps
  -- it.
  take_lifetime boolean not null default false,
  give_code boolean not null,
  stop_renewal boolean not null,
  -- The staff member who requested it.
  actor_id bigint references users,
  -- The lost dispute about a part of the order, which the bank took.
  dispute_id bigint references disputes,
  -- It was made at the provider and the shop divided it among the items. Staff should review it.
  look_at boolean not null default false,
  -- Why the last call to the provider failed. Null after a success.
  asked_error text,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- When the provider accepted it.
  taken_at timestamptz,
  check (status not in ('pending', 'succeeded') or taken_at is not null)
);
create index refunds_order on refunds (order_id, created_at);
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_open on refunds (checked_at) where status in ('asked', 'pending');
-- Refunds that staff should review are rare, so they have a small index.
create index refunds_look_at on refunds (order_id) where look_at;
create unique index refunds_dispute on refunds (dispute_id) where dispute_id is not null;
create index refunds_actor on refunds (actor_id, created_at) where actor_id is not null;

-- The items that a refund is for. Triggers reserve the amounts on the order's items.
create table refund_items (
  refund_id uuid not null references refunds on delete cascade,
  order_item_id bigint not null references order_items,
  amount_cents integer not null check (amount_cents > 0),
  -- The item's time that was revoked.
  seconds bigint not null default 0 check (seconds >= 0),
  primary key (refund_id, order_item_id)
);
create index refund_items_item on refund_items (order_item_id);

-- Reserves the refunded amount on the order item, whose constraint limits it.
create function refund_items_reserve() returns trigger language plpgsql as $$
begin
  update order_items set refund_cents = refund_cents + new.amount_cents where id = new.order_item_id;
  return new;
end $$;
create trigger refund_items_reserve after insert on refund_items
  for each row execute function refund_items_reserve();

-- Checked at the end of the transaction, when all items exist.
create function refunds_add_up() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from refund_items where refund_id = new.id) <> new.amount_cents then
    raise exception 'refund % is not the sum of its items', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger refunds_add_up after insert on refunds
  deferrable initially deferred for each row execute function refunds_add_up();

-- A refund only moves forward. After a failure, the amount can be refunded again. Maintains the
-- order's and its items' refunded amounts.
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

-- Early fraud warnings from a card's bank, before its owner disputes the payment.
create table fraud_warnings (
  id bigint generated always as identity primary key,
  provider_id text not null unique,
  order_id uuid not null references orders,
  fraud_type text not null check (length(fraud_type) <= 100),
  -- The automatic refund, if any.
  refund_id uuid references refunds,
  warned_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index fraud_warnings_order on fraud_warnings (order_id, id);
create index fraud_warnings_refund on fraud_warnings (refund_id) where refund_id is not null;

-- Refunds of crypto payments. Staff offer one, the customer enters an address, an administrator
-- approves it, and it is sent.
create table payouts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  -- The refund of a delivered order. Null of a surplus, and of a partial payment of an order that
  -- was never finished.
  refund_id uuid unique references refunds,
  kind text not null check (kind in ('refund', 'over', 'short')),
  -- The provider, coin and network of the payment. The refund uses the same.
  provider text not null check (provider in ('nowpayments', 'btcpay')),
  currency text not null,
  network text,
  coins numeric not null check (coins > 0),
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'offered'
    check (status in ('offered', 'given', 'approved', 'sent', 'done', 'withdrawn')),
  -- The deadline for the address.
  expires_at timestamptz not null default now() + interval '7 days',
  address text check (length(address) between 1 and 2000),
  memo text check (length(memo) between 1 and 100),
  -- The code that was mailed to confirm the address. Null without a valid one.
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  codes integer not null default 0,
  given_at timestamptz,
  approved_by bigint references users,
  approved_at timestamptz,
  transaction_id text check (length(transaction_id) between 1 and 200),
  sent_by bigint references users,
  sent_at timestamptz,
  done_at timestamptz,
  withdrawn_by bigint references users,
  withdrawn_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  -- The BTCPay Server sends it: the shop creates a pull payment of these coins and claims it for
  -- the address. A pull payment pays its coins once.
  by_server boolean not null default false,
  pull_payment_id text,
  checked_at timestamptz,
  -- Why the server has not sent it yet, or refused.
  server_note text check (length(server_note) <= 300),
  -- The administrator who sends the coins by hand, so that no other administrator sends them too.
  claimed_by bigint references users,
  claimed_at timestamptz,
  check ((kind = 'refund') = (refund_id is not null)),
  check (status in ('offered', 'withdrawn') or address is not null),
  check (status not in ('sent', 'done') or sent_at is not null),
  constraint payouts_by_server check (not by_server or provider = 'btcpay'),
  constraint payouts_claim check ((claimed_by is null) = (claimed_at is null))
);
create index payouts_order on payouts (order_id, created_at);
create index payouts_offered on payouts (expires_at) where status = 'offered';
create unique index payouts_once on payouts (order_id)
  where kind <> 'refund' and status in ('offered', 'given', 'approved');
-- Staff members are looked up here before their removal.
create index payouts_approved_by on payouts (approved_by) where approved_by is not null;
create index payouts_sent_by on payouts (sent_by) where sent_by is not null;
create index payouts_withdrawn_by on payouts (withdrawn_by) where withdrawn_by is not null;
create index payouts_created_by on payouts (created_by) where created_by is not null;
create index payouts_at_server on payouts (checked_at)
  where by_server and status in ('approved', 'sent');
create index payouts_to_send on payouts (order_id) where status in ('given', 'approved');
create index payouts_claimed_by on payouts (claimed_by) where claimed_by is not null;

-- Never pays out more coins than were paid. The lock on the order serialises its payouts.
create function payouts_of_paid() returns trigger language plpgsql as $$
declare
  paid numeric;
  back numeric;
begin
  perform from orders where id = new.order_id for no key update;
  select coalesce(sum(actually_paid), 0) into paid from payments
   where order_id = new.order_id and pay_currency = new.currency and provider <> 'stripe';
  select coalesce(sum(coins), 0) into back from payouts
   where order_id = new.order_id and currency = new.currency and status <> 'withdrawn' and id <> new.id;
  if back + new.coins > paid then
    raise exception 'order % was paid % %, and % of them are spoken for', new.order_id, paid, new.currency, back
      using errcode = 'check_violation', constraint = 'payouts_of_paid';
  end if;
  return new;
end $$;
create trigger payouts_of_paid before insert on payouts
  for each row execute function payouts_of_paid();

-- A payout only moves forward, and its address is fixed once the customer has confirmed it.
create function payouts_forward() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
       ('offered', 'given'), ('offered', 'withdrawn'), ('given', 'approved'), ('given', 'withdrawn'),
       ('approved', 'sent'), ('approved', 'withdrawn'), ('sent', 'done')) then
    raise exception 'payout % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (old.coins, old.amount_cents, old.currency, old.network, old.order_id, old.kind)
     is distinct from (new.coins, new.amount_cents, new.currency, new.network, new.order_id, new.kind)
     or old.status in ('given', 'approved', 'sent', 'done')
        and (old.address, old.memo) is distinct from (new.address, new.memo)
        and new.address <> 'removed' then
    raise exception 'what payout % is and where it goes stays', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payouts_forward before update on payouts
  for each row execute function payouts_forward();
