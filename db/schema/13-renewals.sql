-- Renewals by card (docs/decisions/renewals.md). The shop has the calendar, and the provider
-- charges a stored card.

-- At most one running renewal per customer and product.
create table renewals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  product_id bigint not null references products,
  -- The order that started it. The orders of its charges refer to that order.
  order_id uuid not null references orders,
  plan text not null check (plan ~ '^[1-9][0-9]{0,2}[dwm]$'),
  term_seconds bigint not null check (term_seconds > 0),
  -- The agreed price of each charge.
  price_cents integer not null check (price_cents > 0),
  state text not null default 'on' check (state in
    ('on', 'charging', 'retrying', 'needs_action', 'stopping', 'held', 'ended')),
  -- The next action: a charge, a retry, or the end.
  due_at timestamptz,
  -- The provider's id of the card, and its description for the customer. Null: a card is needed.
  card_id text,
  card_brand text,
  card_last4 text,
  card_exp_month smallint,
  card_exp_year smallint,
  -- The number of paid periods, including the first.
  paid_periods integer not null default 1 check (paid_periods >= 0),
  -- The unpaid order of this period, since when it fails, and when retries stop.
  open_order_id uuid references orders,
  failed_at timestamptz,
  gives_up_at timestamptz,
  held_for text check (held_for in ('dispute', 'product')),
  -- The customer's reason for stopping.
  stop_reason text not null default '' check (length(stop_reason) <= 500),
  ended_at timestamptz,
  ended_for text check (ended_for in ('stopped', 'unpaid', 'refunded', 'revoked', 'lifetime',
    'disputed', 'banned', 'deleted', 'unsold')),
  -- The announced charge, and the number of days of failing at the last reminder.
  announced_for timestamptz,
  told_days smallint not null default 0,
  created_at timestamptz not null default now(),
  -- The code that applies to the next `code_charges` charges.
  code text,
  code_type smallint check (code_type in (0, 1)),
  code_amount integer check (code_amount > 0),
  code_charges smallint not null default 0 check (code_charges >= 0),
  -- The expiry of the card that the customer was notified of: the first day on which it is no
  -- longer valid.
  expiry_told date,
  check (num_nulls(card_id, card_brand, card_last4, card_exp_month, card_exp_year) in (0, 5)),
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (ended_for is not null)),
  check ((state = 'held') = (held_for is not null)),
  check (state not in ('charging', 'retrying', 'needs_action') or open_order_id is not null),
  check (state <> 'on' or due_at is not null),
  check (code_charges = 0 or num_nulls(code, code_type, code_amount) = 0)
);
create unique index renewals_one on renewals (user_id, product_id) where state <> 'ended';
create index renewals_user on renewals (user_id, product_id, id desc);
create index renewals_due on renewals (due_at) where state <> 'ended';
create index renewals_product on renewals (product_id);
create index renewals_order on renewals (order_id);
create index renewals_open_order on renewals (open_order_id) where open_order_id is not null;

-- Every attempt to charge a card. Written before the provider is called: the order and the number
-- form the idempotency key.
create table renewal_charges (
  id bigint generated always as identity primary key,
  renewal_id bigint not null references renewals,
  order_id uuid not null references orders,
  number smallint not null check (number > 0),
  card_id text not null,
  customer_id text not null,
  card_brand text not null,
  card_last4 text not null,
  status text not null default 'asked' check (status in
    ('asked', 'processing', 'needs_action', 'succeeded', 'declined', 'canceled')),
  payment_intent_id text,
  -- The provider's codes of a declined charge, and its message for the customer.
  code text,
  decline_code text,
  message text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (order_id, number)
);
create index renewal_charges_renewal on renewal_charges (renewal_id, id desc);
-- A period is paid once, and one charge at a time is in progress.
create unique index renewal_charges_once on renewal_charges (order_id) where status = 'succeeded';
create unique index renewal_charges_open on renewal_charges (renewal_id)
  where status in ('asked', 'processing');
-- Finds the order of a failed renewal by the provider's id of the charge.
create index renewal_charges_intent on renewal_charges (payment_intent_id text_pattern_ops)
  where payment_intent_id is not null;

-- The date of a charge: the lead time before the end, and at most half of a short term before it.
create function renewal_charge_at(ends_at timestamptz, term_seconds bigint) returns timestamptz
  language sql stable as $$
  select ends_at - least(make_interval(hours => renewal_lead_hours),
                         make_interval(secs => term_seconds / 2.0)) from settings
$$;

-- A change of the end moves the due date in the same transaction. A failing renewal becomes due at
-- once, because the new time may make its payment unnecessary.
create function renewals_follow_end() returns trigger language plpgsql as $$
begin
  update renewals
     set due_at = case state
           when 'on' then renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
           when 'stopping' then time_ends_at(user_id, product_id)
           else now() end
   where user_id = new.user_id and product_id = new.product_id
     and (state in ('on', 'stopping')
          or state in ('retrying', 'needs_action')
             and renewal_charge_at(time_ends_at(user_id, product_id)
                   - make_interval(secs => grace_owed(user_id, product_id)), term_seconds) > now());
  return null;
end $$;
create trigger renewals_follow_end after insert or update of ends_at on subscriptions
  for each row execute function renewals_follow_end();

create function renewals_follow_lead() returns trigger language plpgsql as $$
begin
  update renewals
     set due_at = renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
   where state = 'on';
  return null;
end $$;
create trigger renewals_follow_lead after update of renewal_lead_hours on settings
  for each row when (old.renewal_lead_hours <> new.renewal_lead_hours)
  execute function renewals_follow_lead();

-- Ends a customer's renewals of a product, or all of them if the product is null. A job cancels a
-- charge in progress.
create function end_renewals(of_user bigint, of_product bigint, why text) returns void
  language plpgsql as $$
declare
  ended record;
begin
  for ended in
    select id, open_order_id from renewals
     where user_id = of_user and product_id = coalesce(of_product, product_id) and state <> 'ended'
     order by id for update
  loop
    update renewals
       set state = 'ended', ended_at = now(), ended_for = why, due_at = null, open_order_id = null,
           held_for = null, failed_at = null, gives_up_at = null
     where id = ended.id;
    if ended.open_order_id is not null then
      perform add_job('renewals.withdraw', json_build_object('order', ended.open_order_id),
                      null, null, false, 25, 0);
    end if;
  end loop;
  if why = 'deleted' then
    update renewals
       set card_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
           card_exp_year = null, stop_reason = ''
     where user_id = of_user;
  end if;
end $$;

-- Stops charging a product while one of its orders is disputed.
create function hold_renewals(of_user bigint, of_product bigint) returns void
  language plpgsql as $$
declare
  held record;
begin
  for held in
    select id, open_order_id from renewals
     where user_id = of_user and product_id = of_product and state not in ('ended', 'stopping')
     order by id for update
  loop
    update renewals
       set state = 'held', held_for = 'dispute', due_at = null, open_order_id = null,
           failed_at = null, gives_up_at = null
     where id = held.id;
    if held.open_order_id is not null then
      perform add_job('renewals.withdraw', json_build_object('order', held.open_order_id),
                      null, null, false, 25, 0);
    end if;
  end loop;
end $$;

-- Continues renewals that a dispute had stopped.
create function release_renewals(of_user bigint, of_product bigint) returns void
  language sql as $$
  update renewals
     set state = 'on', held_for = null,
         due_at = renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
   where user_id = of_user and product_id = of_product and held_for = 'dispute'
$$;

-- Price changes that staff make for running renewals (docs/decisions/price-changes.md).
create table price_changes (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  actor_id bigint not null references users,
  reason text not null check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  canceled_at timestamptz,
  canceled_by bigint references users,
  check (num_nulls(canceled_at, canceled_by) in (0, 2))
);
create index price_changes_product on price_changes (product_id, id desc);
create index price_changes_actor on price_changes (actor_id);
create index price_changes_canceled_by on price_changes (canceled_by) where canceled_by is not null;

-- The effect of a price change on a renewal.
create table renewal_prices (
  id bigint generated always as identity primary key,
  price_change_id bigint not null references price_changes,
  renewal_id bigint not null references renewals,
  old_cents integer not null check (old_cents > 0),
  new_cents integer not null check (new_cents > 0 and new_cents <> old_cents),
  -- The announced price that this one replaces.
  replaces_cents integer check (replaces_cents > 0),
  -- When the customer was notified, or had no address to notify.
  told_at timestamptz,
  -- Charges from then on have the new price. Null until the customer is notified.
  applies_from timestamptz,
  applied_at timestamptz,
  -- When it was dropped: canceled by staff, replaced by another price change, or because the
  -- customer agreed to another price at the checkout.
  dropped_at timestamptz,
  dropped_for text check (dropped_for in ('canceled', 'replaced', 'agreed')),
  -- When the customer was notified of the cancellation.
  untold_at timestamptz,
  check (num_nulls(dropped_at, dropped_for) in (0, 2)),
  check (applied_at is null or dropped_at is null and applies_from is not null)
);
create unique index renewal_prices_open on renewal_prices (renewal_id)
  where applied_at is null and dropped_at is null;
create index renewal_prices_renewal on renewal_prices (renewal_id);
create index renewal_prices_change on renewal_prices (price_change_id);
create index renewal_prices_untold on renewal_prices (id)
  where told_at is null and dropped_at is null;
create index renewal_prices_to_untell on renewal_prices (id)
  where dropped_for = 'canceled' and applies_from is not null and untold_at is null;

-- A customer who replaces the renewal at the checkout agrees to its new price.
create function renewal_prices_follow_renewal() returns trigger language plpgsql as $$
begin
  update renewal_prices set dropped_at = now(), dropped_for = 'agreed'
   where renewal_id = new.id and applied_at is null and dropped_at is null;
  return null;
end $$;
create trigger renewal_prices_follow_renewal after update of order_id on renewals
  for each row when (old.order_id <> new.order_id)
  execute function renewal_prices_follow_renewal();

-- When a waiting renewal is charged next.
create function renewal_next_at(of_renewal bigint) returns timestamptz language sql stable as $$
  select case when state = 'on' then due_at
              else renewal_charge_at(time_ends_at(user_id, product_id), term_seconds) end
    from renewals where id = of_renewal
$$;

-- The announced price that applies to the next charge. Null: the agreed price.
create function renewal_price_due(of_renewal bigint) returns bigint language sql stable as $$
  select id from renewal_prices
   where renewal_id = of_renewal and applied_at is null and dropped_at is null
     and applies_from <= renewal_next_at(of_renewal)
$$;

-- The next charge without a code: the announced price once it applies, else the agreed one.
create function renewal_list_price(of_renewal bigint) returns integer language sql stable as $$
  select coalesce(
    (select new_cents from renewal_prices where id = renewal_price_due(of_renewal)),
    price_cents)
  from renewals where renewals.id = of_renewal
$$;

-- The smallest amount that a card can be charged in the shop's currency. A test compares it with
-- `cardMinimumCents` in contract/wire/currency.ts.
create function card_minimum_cents() returns integer language sql stable as $$
  select case currency
           when 'CZK' then 1500 when 'DKK' then 250 when 'GBP' then 30 when 'NOK' then 300
           when 'PLN' then 200 when 'RON' then 200 when 'SEK' then 300 else 50 end
    from settings
$$;

-- The price with a code, which never goes below the smallest charge. Percentages are rounded half
-- up, as for a first payment.
create function renewal_cents_with_code(cents integer, code_type smallint, code_amount integer)
  returns integer language sql stable as $$
  select greatest(least(cents, card_minimum_cents()),
    cents - case when code_type = 0 then code_amount
                 else floor(cents * code_amount / 100.0 + 0.5)::integer end)
$$;

-- Returns the amount of the next charge in cents: the total of this period's order if it exists,
-- otherwise the price with the code that still applies.
create function renewal_price(of_renewal bigint) returns integer language sql stable as $$
  select coalesce(
    (select total_cents from orders where orders.id = open_order_id),
    case when code_charges > 0
         then renewal_cents_with_code(renewal_list_price(of_renewal), code_type, code_amount)
         else renewal_list_price(of_renewal) end)
  from renewals where renewals.id = of_renewal
$$;

-- The first charge from `applies_from` on, counted in whole terms from the next charge.
create function renewal_price_from(of_renewal bigint, applies_from timestamptz) returns timestamptz
  language sql stable as $$
  select first + make_interval(secs => term_seconds * greatest(0,
           ceil(extract(epoch from applies_from - first) / term_seconds))::double precision)
    from (select term_seconds, renewal_next_at(id) + make_interval(secs =>
                   case when open_order_id is null then 0 else term_seconds end) as first
            from renewals where id = of_renewal) as next
$$;
