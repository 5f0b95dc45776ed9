-- Deleted accounts whose customer is still to be forgotten by the provider of card payments.
create index users_customer_to_forget on users (id)
  where deleted_at is not null and stripe_customer_id is not null;
