-- Renewals by card: the shop has the calendar, and the provider charges a card that it keeps.

alter table settings
  -- How the switch at the checkout stands before anybody touches it.
  add column renew_by_default boolean not null default true,
  add column renewal_lead_hours integer not null default 24 check (renewal_lead_hours between 1 and 72),
  add column renewal_retry_days integer[] not null default '{1,3,5,7}'
    check (cardinality(renewal_retry_days) between 1 and 8),
  add column renewal_give_up_days integer not null default 14
    check (renewal_give_up_days between 3 and 30),
  add column renewal_grace_days integer not null default 3 check (renewal_grace_days between 0 and 7);

alter table order_items
  -- The customer wants it renewed by the card that pays it.
  add column renew boolean not null default false,
  -- And in place of another term or price that the product is renewed for.
  add column replace_renewal boolean not null default false;

create table renewals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  product_id bigint not null references products,
  -- The order that began it. Those that it is charged for name this one.
  order_id uuid not null references orders,
  plan text not null check (plan ~ '^[1-9][0-9]{0,2}[dwm]$'),
  term_seconds bigint not null check (term_seconds > 0),
  -- What each charge costs, as it was agreed.
  price_cents integer not null check (price_cents > 0),
  state text not null default 'on' check (state in
    ('on', 'charging', 'retrying', 'needs_action', 'stopping', 'held', 'ended')),
  -- When something is to be done about it: the charge, the next try, the end.
  due_at timestamptz,
  -- What the provider calls the card, and what its owner knows it by. Null: it needs one.
  card_id text,
  card_brand text,
  card_last4 text,
  card_exp_month smallint,
  card_exp_year smallint,
  -- How many periods were paid, the first included.
  paid_periods integer not null default 1 check (paid_periods >= 0),
  -- The order of this period while it is not paid, since when, and until when it is tried.
  open_order_id uuid references orders,
  failed_at timestamptz,
  gives_up_at timestamptz,
  -- Seconds that were lent in this period.
  grace_seconds bigint not null default 0 check (grace_seconds >= 0),
  held_for text check (held_for in ('dispute', 'product')),
  -- What its customer said when they stopped it.
  stop_reason text not null default '' check (length(stop_reason) <= 500),
  ended_at timestamptz,
  ended_for text check (ended_for in ('stopped', 'unpaid', 'refunded', 'revoked', 'lifetime',
    'disputed', 'banned', 'deleted', 'unsold')),
  -- The charge that was announced, and on which day of failing it was last told.
  announced_for timestamptz,
  told_days smallint not null default 0,
  created_at timestamptz not null default now(),
  check (num_nulls(card_id, card_brand, card_last4, card_exp_month, card_exp_year) in (0, 5)),
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (ended_for is not null)),
  check ((state = 'held') = (held_for is not null)),
  check (state not in ('charging', 'retrying', 'needs_action') or open_order_id is not null),
  check (state <> 'on' or due_at is not null)
);
create unique index renewals_one on renewals (user_id, product_id) where state <> 'ended';
create index renewals_user on renewals (user_id, product_id, id desc);
create index renewals_due on renewals (due_at) where state <> 'ended';
create index renewals_product on renewals (product_id);
create index renewals_order on renewals (order_id);
create index renewals_open_order on renewals (open_order_id) where open_order_id is not null;

-- Each time that a card is asked for the money of a period. Written before the provider is asked: its
-- order and number are the idempotency key there.
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
  -- Of one that was declined: the provider's codes, and its sentence for the customer.
  code text,
  decline_code text,
  message text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (order_id, number)
);
create index renewal_charges_renewal on renewal_charges (renewal_id, id desc);
-- A period is paid once, and one charge is under way at a time.
create unique index renewal_charges_once on renewal_charges (order_id) where status = 'succeeded';
create unique index renewal_charges_open on renewal_charges (renewal_id)
  where status in ('asked', 'processing');

-- Time that is lent while a payment fails, and taken back by the payment.
alter table time_entries
  drop constraint time_entries_cause_check,
  drop constraint time_entries_check2,
  add constraint time_entries_cause_check check (cause in ('purchase', 'grant', 'reward',
    'compensation', 'revocation', 'refund', 'grace', 'grace_back')) not valid,
  add constraint time_entries_check2
    check ((cause in ('revocation', 'refund', 'grace_back')) = (seconds < 0)) not valid;

-- The one rule for the date of a charge: so long before the end of the time, of a short term half of it.
create function renewal_charge_at(ends_at timestamptz, term_seconds bigint) returns timestamptz
  language sql stable as $$
  select ends_at - least(make_interval(hours => renewal_lead_hours),
                         make_interval(secs => term_seconds / 2.0)) from settings
$$;

-- When the time of somebody's product ends; what was lent is no time of theirs.
create function time_ends_at(of_user bigint, of_product bigint) returns timestamptz
  language sql stable as $$
  select max(ends_at) from subscriptions where user_id = of_user and product_id = of_product
$$;

-- Whatever moves the end moves what is due by it, in the same transaction. A payment that fails is
-- looked at anew: time that came in another way may have made it needless.
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
                   - make_interval(secs => grace_seconds), term_seconds) > now());
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

-- Ends what renews a product of somebody, or all of theirs; what it asks the card for at the moment is
-- taken back by a job.
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

-- While an order of theirs is disputed its products are charged for no more.
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

create function release_renewals(of_user bigint, of_product bigint) returns void
  language sql as $$
  update renewals
     set state = 'on', held_for = null,
         due_at = renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
   where user_id = of_user and product_id = of_product and held_for = 'dispute'
$$;

-- What Stripe's subscriptions renewed goes on here, at the list price as before, and needs a card: that
-- of a subscription is not one that the shop may charge. Jobs end the subscriptions at Stripe.
insert into renewals (user_id, product_id, order_id, plan, term_seconds, price_cents, due_at)
select distinct on (orders.user_id, item.product_id) orders.user_id, item.product_id,
       coalesce(renews_order_id, orders.id), coalesce(plan, months || 'm'),
       86400 * case
         when plan ~ 'd$' then rtrim(plan, 'd')::int
         when plan ~ 'w$' then rtrim(plan, 'w')::int * 7
         else coalesce(months, rtrim(plan, 'm')::int) / 12 * 365
              + coalesce(months, rtrim(plan, 'm')::int) % 12 * 30 end,
       list_cents,
       renewal_charge_at(time_ends_at(orders.user_id, item.product_id), 86400)
  from orders join order_items as item on item.order_id = orders.id
 where autorenew and plan is distinct from 'lifetime' and list_cents > 0
   and time_ends_at(orders.user_id, item.product_id) > now()
 order by orders.user_id, item.product_id, orders.created_at desc;
update renewals
   set due_at = renewal_charge_at(time_ends_at(user_id, product_id), term_seconds);
select add_job('renewals.end_subscription', json_build_object('subscription', subscription),
               null, null, false, 25, 0)
  from (select distinct stripe_subscription_id as subscription from orders
         where autorenew and stripe_subscription_id is not null) as running;
-- Read by processes of the version before only, as are stripe_subscription_id and renews_at.
update orders set autorenew = false, renews_at = null where autorenew or renews_at is not null;
