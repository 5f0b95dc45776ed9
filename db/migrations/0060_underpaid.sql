-- How much of an order in crypto may be missing, as fees are taken off on the way: a share of its
-- total in percent, and never more than a dollar.
alter table settings
  add column underpaid_percent integer not null default 1 check (underpaid_percent between 0 and 5);
