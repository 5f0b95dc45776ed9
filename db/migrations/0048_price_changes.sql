-- Running renewals that staff move to a product's present price: docs/decisions/price-changes.md.

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

-- What one of them means to one renewal.
create table renewal_prices (
  id bigint generated always as identity primary key,
  price_change_id bigint not null references price_changes,
  renewal_id bigint not null references renewals,
  old_cents integer not null check (old_cents > 0),
  new_cents integer not null check (new_cents > 0 and new_cents <> old_cents),
  -- Another announced price that this one takes the place of.
  replaces_cents integer check (replaces_cents > 0),
  -- When a mail was written, or nobody was there to read one.
  told_at timestamptz,
  -- Charges from then on cost it; null until its customer was told of it.
  applies_from timestamptz,
  applied_at timestamptz,
  -- It does not apply any more: canceled by staff, in place of it there is another one, or its customer
  -- has agreed another price at the checkout.
  dropped_at timestamptz,
  dropped_for text check (dropped_for in ('canceled', 'replaced', 'agreed')),
  -- When a mail said that it is off.
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

-- The one rule for when a renewal that waits for its next charge is charged.
create function renewal_next_at(of_renewal bigint) returns timestamptz language sql stable as $$
  select case when state = 'on' then due_at
              else renewal_charge_at(time_ends_at(user_id, product_id), term_seconds) end
    from renewals where id = of_renewal
$$;

-- The announced price that the next charge costs, by the row that has it; null: the agreed one.
create function renewal_price_due(of_renewal bigint) returns bigint language sql stable as $$
  select id from renewal_prices
   where renewal_id = of_renewal and applied_at is null and dropped_at is null
     and applies_from <= renewal_next_at(of_renewal)
$$;

-- The one rule for what a renewal is charged: the order of its period where that is written, else the
-- announced price once that applies, else the agreed one.
create function renewal_price(of_renewal bigint) returns integer language sql stable as $$
  select coalesce(
    (select total_cents from orders where orders.id = open_order_id),
    (select new_cents from renewal_prices where id = renewal_price_due(of_renewal)),
    price_cents)
  from renewals where renewals.id = of_renewal
$$;

-- The first charge that costs another price than the present one, by the terms that lie before it.
create function renewal_price_from(of_renewal bigint, applies_from timestamptz) returns timestamptz
  language sql stable as $$
  select first + make_interval(secs => term_seconds * greatest(0,
           ceil(extract(epoch from applies_from - first) / term_seconds))::double precision)
    from (select term_seconds, renewal_next_at(id) + make_interval(secs =>
                   case when open_order_id is null then 0 else term_seconds end) as first
            from renewals where id = of_renewal) as next
$$;

-- Who replaces a renewal at the checkout agrees its price anew.
create function renewal_prices_follow_renewal() returns trigger language plpgsql as $$
begin
  update renewal_prices set dropped_at = now(), dropped_for = 'agreed'
   where renewal_id = new.id and applied_at is null and dropped_at is null;
  return null;
end $$;
create trigger renewal_prices_follow_renewal after update of order_id on renewals
  for each row when (old.order_id <> new.order_id)
  execute function renewal_prices_follow_renewal();
