-- A dispute of a part of an order that was lost takes that part as a refund does: what the bank took.
alter table refunds add column dispute_id bigint references disputes;
create unique index refunds_dispute on refunds (dispute_id) where dispute_id is not null;
