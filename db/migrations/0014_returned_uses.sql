-- Paying an order with a code could take again what orders of other customers had given back, so
-- that codes were used up by nobody. Gives those uses back; the trigger counts them.

do $$
declare
  codes jsonb;
  uses integer;
begin
  with back as (
    update discount_uses set returned_at = now()
      from order_items
      join orders on orders.id = order_id
     where order_items.id = order_item_id
       and returned_at is null
       and (payment_status in ('expired', 'failed', 'refunded')
            or payment_status = 'disputed' and exists (
                 select from payments
                  where payments.order_id = orders.id and payments.status = 'dispute_lost'))
    returning discount_id
  ), counted as (
    select code, count(*)::integer as uses
      from back join discounts on discounts.id = discount_id
     group by code
  )
  select jsonb_object_agg(code, counted.uses), sum(counted.uses) into codes, uses from counted;
  if uses > 0 then
    insert into logs (level, type, message, details)
    values (2, 'order', 'Uses of discount codes given back',
            jsonb_build_object('uses', uses, 'codes', codes));
    raise notice '% uses of discount codes given back', uses;
  end if;
end $$;
