-- Support has a limit for refunds in 24 hours as well as one for each order.
alter table settings
  -- In whole units of the shop's currency, for each support member.
  add column support_daily_refund_dollars integer not null default 200
    check (support_daily_refund_dollars between 0 and 1000000);

-- The day of a staff member is summed before each of their refunds.
drop index refunds_actor;
create index refunds_actor on refunds (actor_id, created_at) where actor_id is not null;
