insert into order_items (id, order_id, product_id, product_name, months, list_cents, discount_code, discount_cents)
  overriding system value
  select id, order_id, product_id, name, months, list_cents, code, discount_cents from seed_items order by id;
