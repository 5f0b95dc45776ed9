-- Tax by a table of rates: the country that a customer names, the one of the card beside it, and the
-- rates that staff set in place of those that the shop brings.
alter table settings
  drop constraint settings_tax_mode_check,
  add constraint settings_tax_mode_check check (tax_mode in ('off', 'small_business', 'table')),
  -- `DE 2027-01-01 20`: from that day on, in percent.
  add column tax_rates text[] not null default '{}'
    check (cardinality(tax_rates) <= 300)
    check (array_to_string(tax_rates, ',')
           ~ '^([A-Z]{2} \d{4}-\d{2}-\d{2} \d{1,2}(\.\d{1,2})?(,|$))*$');

-- Where a customer said that they live, the last time that they were asked.
alter table users
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$');
-- The same of one order: what it was placed under.
alter table orders
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$');
-- The country of the card, as its provider tells it: the other piece of evidence.
alter table payments
  add column card_country text check (card_country ~ '^[A-Z]{2}$');
