-- An order's items are generated first, because its total is their sum.
create temp table seed_orders on commit drop as
  select d.n,
         -- A UUID of version 4 that depends on nothing but the number.
         overlay(overlay(md5('order ' || (base + d.n)) placing '4' from 13) placing 'a' from 17)::uuid as id,
         u.id as user_id,
         u.created_at + (now() - u.created_at) * d.moment as created_at,
         case when d.fate < 0.90 then 'finished'
              when (now() - u.created_at) * (1 - d.moment) < interval '45 minutes' then 'waiting'
              when d.fate < 0.95 then 'expired'
              when d.fate < 0.975 then 'failed'
              when d.fate < 0.993 then 'refunded'
              else 'disputed' end as status,
         -- Two minutes later, if it was paid.
         least(u.created_at + (now() - u.created_at) * d.moment + interval '2 minutes', now()) as settled_at,
         -- A customer has at most one open card order.
         case when d.fate >= 0.90 and (now() - u.created_at) * (1 - d.moment) < interval '45 minutes' then 'crypto'
              when d.method < 0.62 then 'card' when d.method < 0.985 or d.fate >= 0.90 then 'crypto' else 'free' end as type,
         least(d.items, products)::int as items,
         -- Most customers come back for the product that they bought before.
         products * case when d.loyalty < 0.6 then (d.buyer * 7919 % 1000 / 1000.0) ^ 1.8 else d.favourite end as favourite,
         d.stride * ((products - 1) / 2) as stride
    from (select current_setting('seed.users')::int as users, current_setting('seed.orders')::int as size,
                 (select count(*) from seed_products) as products, (select count(*) from orders) as base) s,
         lateral (select n, 1 + floor(users * random() ^ 1.3)::int as buyer, random() as moment,
                         random() as fate, random() as method,
                         case when random() < 0.78 then 1 when random() < 0.77 then 2 else 3 end as items,
                         random() ^ 1.8 as favourite, random() as loyalty, random() as stride
                    from generate_series(1, size) n) d
         join seed_users u on u.n = d.buyer
   order by created_at;

create temp table seed_items on commit drop as
  select nextval(pg_get_serial_sequence('order_items', 'id')) as id, i.order_id, i.user_id, i.at, i.status,
         g.id as product_id, g.name, t.months, t.seconds, l.cents as list_cents,
         case when i.type = 'free' then l.cents when i.luck < 0.12 then round(l.cents * 0.1)::int else 0 end as discount_cents,
         case when i.type = 'free' then upper(g.slug) || '-FREE' when i.luck < 0.12 then upper(g.slug) || '-10' end as code
    from (select o.id as order_id, o.user_id, o.settled_at as at, o.status, o.type, random() as luck, random() as length,
                 mod(floor(o.favourite)::int + k * greatest(1, ceil(o.stride)::int), (select count(*)::int from seed_products)) as place
            from seed_orders o, generate_series(0, o.items - 1) k) i
         join seed_products g using (place)
         join lateral (select * from seed_terms t where i.length < t.share order by t.share limit 1) t on true
         -- Monthly price × (1 − savings) × months, rounded half up to a cent, as the shop does.
         cross join lateral (select round(g.price_cents * t.months * (100 - t.savings) / 100.0)::int as cents) l;
create index on seed_items (order_id);
analyze seed_orders;
analyze seed_items;

insert into orders (id, user_id, type, payment_status, total_cents, created_at, expires_at, paid_at, updated_at)
  select o.id, o.user_id, o.type, o.status, i.total, o.created_at, o.created_at + interval '1 hour',
         case when o.status in ('finished', 'refunded', 'disputed') then o.settled_at end,
         case o.status when 'waiting' then o.created_at when 'refunded' then least(o.created_at + interval '3 days', now()) else o.settled_at end
    from seed_orders o
         join (select order_id, sum(list_cents - discount_cents)::int as total from seed_items group by order_id) i on i.order_id = o.id
   order by o.created_at;
