-- Finds orders that expired with a part of their price.
create index payments_partially_paid on payments (order_id) where status = 'partially_paid';
