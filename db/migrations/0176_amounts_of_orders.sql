-- How many orders of an amount there are and what they come to is read from the index alone.
create index orders_amount on orders (total_cents, created_at desc, id)
  include (payment_status, type, refunded_cents);
drop index orders_total;
