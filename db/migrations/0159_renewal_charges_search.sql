-- An order that a renewal was charged for and nobody has paid is found by what the provider calls the charge.
create index renewal_charges_intent on renewal_charges (payment_intent_id text_pattern_ops)
  where payment_intent_id is not null;
