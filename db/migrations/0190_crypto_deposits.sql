-- A further transfer to the address of a payment is a payment of its own at NOWPayments: it belongs to
-- the payment that the customer was asked for.
alter table payments
  add column parent_id bigint references payments on delete cascade,
  -- The provider's own word for its status.
  add column provider_status text,
  -- Why it needs a look by staff. It pays for nothing then.
  add column review text check (review in ('other_coin', 'unknown_status')),
  -- What of its order the coins that arrived have paid, each at the rate that held when it arrived.
  add column worth_cents numeric not null default 0 check (worth_cents >= 0);
update payments set worth_cents = case
    when provider = 'btcpay' and status = 'finished' then greatest(amount_cents, actually_paid * amount_cents / pay_amount)
    else actually_paid * amount_cents / pay_amount end
 where actually_paid > 0 and pay_amount > 0;
create index payments_parent on payments (parent_id) where parent_id is not null;
create index payments_review on payments (created_at) where review is not null;

alter table orders
  -- Its customer gave it up. What arrives later counts with its value on arrival.
  add column canceled_at timestamptz,
  -- Money arrived when its price was no longer available: it has the price of that moment since.
  add column repriced_at timestamptz;
