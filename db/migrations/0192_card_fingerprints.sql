-- The card provider's id of a card number. Payments of different customers with the same card have the
-- same one. It is never shown or logged.
alter table payments
  add column card_fingerprint text check (length(card_fingerprint) <= 100);
