-- A code may hold for renewals too: so many charges after the first payment.
alter table discounts
  add column renewals smallint not null default 0 check (renewals between 0 and 120),
  add check (renewals = 0 or type = 0 or amount < 100);

-- What was promised when the item was bought, as a code can be removed before it is paid.
alter table order_items
  add column code_renewals smallint not null default 0 check (code_renewals >= 0),
  add column code_type smallint check (code_type in (0, 1)),
  add column code_amount integer check (code_amount > 0),
  add check (code_renewals = 0 or num_nulls(discount_code, code_type, code_amount) = 0);

-- The code that holds for the next charges of a renewal, and for how many.
alter table renewals
  add column code text,
  add column code_type smallint check (code_type in (0, 1)),
  add column code_amount integer check (code_amount > 0),
  add column code_charges smallint not null default 0 check (code_charges >= 0),
  add check (code_charges = 0 or num_nulls(code, code_type, code_amount) = 0);

-- What a card is charged for a renewal with a code. By itself a card cannot be charged less than 50
-- cents, so no code takes a renewal below that. Percentages are rounded half up, as of a first payment.
create function renewal_cents_with_code(cents integer, code_type smallint, code_amount integer)
  returns integer language sql immutable as $$
  select greatest(least(cents, 50),
    cents - case when code_type = 0 then code_amount
                 else floor(cents * code_amount / 100.0 + 0.5)::integer end)
$$;

-- What the next charge would be without a code: the announced price once that applies, else the
-- agreed one.
create function renewal_list_price(of_renewal bigint) returns integer language sql stable as $$
  select coalesce(
    (select new_cents from renewal_prices where id = renewal_price_due(of_renewal)),
    price_cents)
  from renewals where renewals.id = of_renewal
$$;

-- The one rule for what a renewal is charged: the order of its period where that is written, else its
-- price with the code that still holds.
create or replace function renewal_price(of_renewal bigint) returns integer language sql stable as $$
  select coalesce(
    (select total_cents from orders where orders.id = open_order_id),
    case when code_charges > 0
         then renewal_cents_with_code(renewal_list_price(of_renewal), code_type, code_amount)
         else renewal_list_price(of_renewal) end)
  from renewals where renewals.id = of_renewal
$$;
