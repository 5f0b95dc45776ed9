-- What a longer term saves on one product in place of the shop's rule, in percent; and whether its
-- totals are rounded up to the next 99 cents, as prices on a shelf are.
alter table products
  add savings_3 smallint check (savings_3 between 0 and 90),
  add savings_6 smallint check (savings_6 between 0 and 90),
  add savings_12 smallint check (savings_12 between 0 and 90),
  add ends_in_99 boolean not null default false,
  add featured boolean not null default false;

-- The one whose plans the landing page shows.
create unique index products_featured on products (featured) where featured;
