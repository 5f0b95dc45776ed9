-- Refunds that were made at the provider and that nobody has looked at are few: found by themselves.
create index refunds_look_at on refunds (order_id) where look_at;
