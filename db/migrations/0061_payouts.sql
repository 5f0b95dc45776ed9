-- Payouts: crypto that goes back to who paid it. Staff offer one, its customer names an address, an
-- administrator approves it, and it is sent.

create table payouts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  -- Of an order that was delivered: what it takes of the order's items. Null of what was paid
  -- above an order's total, and of a part of an order that was never finished.
  refund_id uuid unique references refunds,
  kind text not null check (kind in ('refund', 'over', 'short')),
  check ((kind = 'refund') = (refund_id is not null)),
  -- What was paid, and through whom: what goes back is the same coin in the same network.
  provider text not null check (provider in ('nowpayments', 'btcpay')),
  currency text not null,
  network text,
  coins numeric not null check (coins > 0),
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'offered'
    check (status in ('offered', 'given', 'approved', 'sent', 'done', 'withdrawn')),
  -- Until then an address can be given.
  expires_at timestamptz not null default now() + interval '7 days',
  address text check (length(address) between 1 and 2000),
  memo text check (length(memo) between 1 and 100),
  -- Of the code that was mailed for this address; null when none counts.
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
  check (status in ('offered', 'withdrawn') or address is not null),
  check (status not in ('sent', 'done') or sent_at is not null)
);
create index payouts_order on payouts (order_id, created_at);
create unique index payouts_once on payouts (order_id, kind)
  where kind <> 'refund' and status <> 'withdrawn';
create index payouts_offered on payouts (expires_at) where status = 'offered';
create index payouts_given on payouts (given_at) where status = 'given';

-- Never more coins back than were paid. One payout of an order is written after the other.
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

-- A payout only goes forward, and where it goes is settled once its customer has confirmed it.
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
