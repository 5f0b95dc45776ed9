-- Codes that not everybody may use as often as they like: so many times a customer (0: no limit), from
-- so much in an order on, before any code; and for a first order only.
alter table discounts
  add column max_per_customer integer not null default 0 check (max_per_customer >= 0),
  add column min_cents integer not null default 0 check (min_cents >= 0),
  add column first_order boolean not null default false;
