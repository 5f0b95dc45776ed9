-- A product's own plans, and its sale: what every plan is reduced by from one moment to another.

-- Null: the plans of every product. Else a list of {plan, savings, cents, popular}, of which either
-- the savings, in percent, or the price is null.
alter table products
  add column plans jsonb check (jsonb_typeof(plans) = 'array' and jsonb_array_length(plans) between 1 and 12),
  add column sale_percent smallint check (sale_percent between 1 and 90),
  add column sale_from timestamptz,
  add column sale_to timestamptz,
  add constraint products_sale_whole check (
    num_nonnulls(sale_percent, sale_from, sale_to) in (0, 3) and (sale_to is null or sale_to > sale_from));

-- Savings that were a product's own become its plans. The columns that held them are read by processes
-- of the version before only.
update products set plans = jsonb_build_array(
    jsonb_build_object('plan', '1m', 'savings', 0, 'cents', null, 'popular', false),
    jsonb_build_object('plan', '3m', 'savings', coalesce(savings_3, 10), 'cents', null, 'popular', false),
    jsonb_build_object('plan', '6m', 'savings', coalesce(savings_6, 20), 'cents', null, 'popular', featured),
    jsonb_build_object('plan', '12m', 'savings', coalesce(savings_12, 30), 'cents', null, 'popular', false))
 where featured or num_nonnulls(savings_3, savings_6, savings_12) > 0;

-- What was bought: months of the four terms that every product has, else the plan.
alter table order_items
  alter column months drop not null,
  add column plan text check (plan ~ '^([1-9][0-9]{0,2}[dwm]|lifetime)$'),
  -- What of the discount is the sale's; the rest is the code's.
  add column sale_cents integer not null default 0,
  add constraint order_items_term check (num_nonnulls(months, plan) = 1) not valid,
  add constraint order_items_sale check (sale_cents between 0 and discount_cents) not valid;
