-- The order that a ticket asks about, where it was opened from one; of those from before it is not known.
alter table tickets
  add column order_id uuid references orders on delete set null;
create index tickets_order on tickets (order_id) where order_id is not null;
