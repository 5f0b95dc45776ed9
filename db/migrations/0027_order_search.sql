-- Orders are found by whatever a person has of one, and say why they are stuck.

-- Nothing of a card is kept but its brand and last four digits.
alter table payments
  add column card_brand text check (length(card_brand) <= 40),
  add column card_last4 text check (card_last4 ~ '^\d{4}$'),
  -- In the coin's network.
  add column transaction_id text,
  -- Why the provider could not be asked last; null once it answered.
  add column asked_error text;
create index payments_last4 on payments (card_last4, id desc) where card_last4 is not null;
create index payments_provider_id on payments (provider_id text_pattern_ops);
create index payments_provider_reference on payments (provider_reference text_pattern_ops)
  where provider_reference is not null;
create index payments_address on payments (lower(pay_address) text_pattern_ops)
  where pay_address is not null;
create index payments_transaction on payments (lower(transaction_id) text_pattern_ops)
  where transaction_id is not null;

-- What an event is about: the provider's own id, and the payment intent that a refund names.
alter table payment_events
  add column object_id text generated always as (coalesce(topic, payload #>> '{data,object,id}')) stored,
  add column intent_id text generated always as (payload #>> '{data,object,payment_intent}') stored;
create index payment_events_object on payment_events (object_id) where object_id is not null;
create index payment_events_intent on payment_events (intent_id) where intent_id is not null;

create index orders_type on orders (type, created_at desc, id);
create index orders_total on orders (total_cents, created_at desc, id);
create index order_items_code on order_items (lower(discount_code)) where discount_code is not null;
