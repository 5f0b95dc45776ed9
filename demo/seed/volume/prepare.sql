-- The data that later steps select from. Sizes are session settings: seed.users, seed.orders.
select setseed(0.42);

create temp table seed_products on commit drop as
  select (row_number() over (order by position, id) - 1)::int as place, id, slug, name, price_cents
    from products where not hidden;

-- `share` is the share of all sales that have this term or a shorter one.
create temp table seed_terms (months int, savings int, seconds bigint, share float) on commit drop;
insert into seed_terms values
  (1, 0, 30 * 86400, 0.60), (3, 10, 90 * 86400, 0.82),
  (6, 20, 180 * 86400, 0.94), (12, 30, 365 * 86400, 1);
