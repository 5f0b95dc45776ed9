-- Until when a provider's own list of what happened has been compared with what it has told.
create table payment_looks (
  provider text primary key check (provider in ('stripe', 'nowpayments', 'btcpay')),
  looked_until timestamptz not null
);
