-- When an order's dispute was lost: providers tell of it more than once, and what was told in events
-- goes after a while. Null again once it is won on appeal.
alter table orders add column dispute_lost_at timestamptz;

-- Those that were lost before are known by their event, or by the time that was taken back.
update orders set dispute_lost_at = lost.at
  from (select orders.id,
               coalesce(
                 (select max(created_at) from events
                   where user_id = orders.user_id and type = 'dispute.lost'
                     and data ->> 'order' = orders.id::text
                     and not exists (select from events as won
                                      where won.user_id = events.user_id and won.id > events.id
                                        and won.type = 'order.finished'
                                        and won.data ->> 'order' = orders.id::text)),
                 (select max(entry.created_at) from order_items,
                         lateral (select cause, created_at from time_entries
                                   where order_item_id = order_items.id order by id desc limit 1) as entry
                   where order_id = orders.id and entry.cause = 'refund')) as at
          from orders where payment_status = 'disputed') as lost
 where orders.id = lost.id and lost.at is not null;
