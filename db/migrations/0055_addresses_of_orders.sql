-- Where an order came from is forgotten after 13 months: those that still have it are found by age.
create index orders_address_kept on orders (created_at) where address is not null;
