-- Which editions of the legal pages a customer accepted: of the terms when signing up, of the terms
-- and the refund policy with each order. Their text is in legal_editions, for good.
alter table users
  add column terms_edition integer check (terms_edition > 0),
  add column terms_accepted_at timestamptz,
  add check (num_nulls(terms_edition, terms_accepted_at) in (0, 2));
alter table held_signups
  add column terms_edition integer check (terms_edition > 0),
  add column terms_accepted_at timestamptz,
  add check (num_nulls(terms_edition, terms_accepted_at) in (0, 2));
alter table orders
  add column terms_edition integer check (terms_edition > 0),
  add column refunds_edition integer check (refunds_edition > 0),
  add column accepted_at timestamptz,
  add check (num_nulls(terms_edition, refunds_edition, accepted_at) in (0, 3));

-- Who sells, as laws of trade want it told. Empty: nobody said.
alter table settings
  add column seller_name text not null default '' check (length(seller_name) <= 120),
  add column seller_address text not null default '' check (length(seller_address) <= 400),
  add column seller_contact text not null default '' check (length(seller_contact) <= 254),
  add column seller_number text not null default '' check (length(seller_number) <= 200);
