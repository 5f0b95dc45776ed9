-- An attempt per order, except for free orders.
insert into payments (order_id, provider, provider_id, provider_reference, status, amount_cents, pay_address, pay_network,
                      pay_amount, pay_currency, actually_paid, expires_at, checked_at, created_at)
  select o.id, case o.type when 'card' then 'stripe' else 'nowpayments' end,
         case o.type when 'card' then 'cs_test_' || o.key else 'seed-' || o.key end,
         case o.type when 'card' then 'pi_' || o.key end,
         case o.payment_status when 'refunded' then 'finished' when 'disputed' then 'finished' else o.payment_status end,
         o.total_cents,
         case o.type when 'crypto' then c.prefix || left(md5(o.key) || md5(o.key || 'a'), 34) end,
         case o.type when 'crypto' then c.network end,
         p.coins,
         case o.type when 'crypto' then c.code end,
         case when o.type = 'crypto' then case when o.paid_at is null then 0 else p.coins end end,
         o.expires_at, o.updated_at, o.created_at
    from (select o.*, replace(o.id::text, '-', '') as key from seed_orders s join orders o on o.id = s.id where s.type <> 'free') o
         join (values (0, 'btc', 'btc', 'bc1q', 97000), (1, 'eth', 'eth', '0x', 3400), (2, 'ltc', 'ltc', 'ltc1q', 84), (3, 'usdttrc20', 'trx', 'T', 1))
           as c (place, code, network, prefix, dollars) on c.place = ('x' || left(o.key, 7))::bit(28)::int % 4
         cross join lateral (select case when o.type = 'crypto' then round(o.total_cents / 100.0 / c.dollars, 8) end as coins) p
   order by o.created_at;
