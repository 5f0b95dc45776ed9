-- Staff find orders by how the customer's email address begins, and the newest orders with a code.
create index users_email_begins on users (lower(email) text_pattern_ops);
create index order_items_code_newest on order_items (lower(discount_code), id desc)
  where discount_code is not null;
drop index order_items_code;
